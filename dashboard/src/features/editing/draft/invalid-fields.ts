import type { ErrorDetail } from '../../../api/errors/error-detail.ts';

/** Fields whose input is not a valid value, so that it cannot be sent. */
export class InvalidFields {
  readonly #messages = new Map<string, string>();

  get size(): number {
    return this.#messages.size;
  }

  /** Sets the error message of a field, or removes it with null. Returns whether it changed. */
  mark(key: string, message: string | null): boolean {
    if (message === null) return this.#messages.delete(key);
    const isNew = this.#messages.get(key) !== message;
    this.#messages.set(key, message);
    return isNew;
  }

  /**
   * The errors of all fields after a change of one field. Errors of its parts are removed, unless they are set here.
   */
  errorsAfter(errors: ReadonlyMap<string, ErrorDetail>, key: string): ReadonlyMap<string, ErrorDetail> {
    const message = this.#messages.get(key);
    const isOther = (otherKey: string) =>
      otherKey !== key && (!otherKey.startsWith(`${key}/`) || this.#messages.has(otherKey));
    const otherErrors = [...errors].filter(([otherKey]) => isOther(otherKey));
    return new Map(
      message === undefined ? otherErrors : [...otherErrors, [key, { code: 'invalid_input', message }]],
    );
  }
}
