import type { ErrorDetail } from '../../../api/errors/error-detail.ts';

/** Fields in which something stands that is no value: it cannot even be sent. */
export class InvalidFields {
  readonly #messages = new Map<string, string>();

  get size(): number {
    return this.#messages.size;
  }

  /** Notes what is wrong with a field, null for nothing any more; answers whether that is new. */
  mark(key: string, message: string | null): boolean {
    if (message === null) return this.#messages.delete(key);
    const isNew = this.#messages.get(key) !== message;
    this.#messages.set(key, message);
    return isNew;
  }

  /** The errors of all fields with what is wrong with this one now; what was said of its parts is to be said again. */
  among(errors: ReadonlyMap<string, ErrorDetail>, key: string): ReadonlyMap<string, ErrorDetail> {
    const message = this.#messages.get(key);
    const isOther = (one: string) => one !== key && (!one.startsWith(`${key}/`) || this.#messages.has(one));
    const others = [...errors].filter(([other]) => isOther(other));
    return new Map(message === undefined ? others : [...others, [key, { code: 'invalid_input', message }]]);
  }
}
