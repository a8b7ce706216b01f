import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { invalidParameter, type ToolError } from './errors.ts';

/** How long a confirmation is valid, in milliseconds. */
const confirmationMs = 10 * 60_000;

/** What a confirmed call may change: an item at a revision. `how` is a result of the first call that the second needs. */
export interface Target {
  id: string;
  revision: number | null;
  how?: string;
}

/** A call that needs a confirmation. `args` are the arguments without `confirm`. */
export interface ConfirmedCall {
  keyId: string;
  tool: string;
  args: unknown;
}

/**
 * Creates and reads the tokens of second calls. Nothing is stored: a token contains its targets and its expiry, and an
 * HMAC under the secret binds them to API key, tool and arguments. Any process with the secret can read it.
 */
export class Confirmations {
  readonly #key: Buffer;
  readonly #now: () => Date;

  constructor(secret: string, now: () => Date) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'galley mcp confirmations', 32));
    this.#now = now;
  }

  create(call: ConfirmedCall, targets: readonly Target[]): { confirm: string; expires_at: string } {
    const expiresAt = this.#now().getTime() + confirmationMs;
    const payload = JSON.stringify([expiresAt, targets]);
    return { confirm: this.#token(call, payload), expires_at: new Date(expiresAt).toISOString() };
  }

  /** The targets of a token. @throws invalid_parameter */
  read(call: ConfirmedCall, confirm: string): Target[] {
    const [encoded = ''] = confirm.split('.');
    const payload = Buffer.from(encoded, 'base64url').toString();
    // Decoding ignores characters outside of the alphabet, so only the text that create() returns is accepted.
    if (!isEqual(confirm, this.#token(call, payload)))
      throw invalidConfirmation('was created for other arguments, for another key, or not by this service');
    const [expiresAt, targets] = JSON.parse(payload) as [number, Target[]]; // the signature proves the form
    if (expiresAt <= this.#now().getTime()) throw invalidConfirmation('has expired');
    return targets;
  }

  #token(call: ConfirmedCall, payload: string): string {
    return `${Buffer.from(payload).toString('base64url')}.${this.#sign(call, payload)}`;
  }

  #sign({ keyId, tool, args }: ConfirmedCall, payload: string): string {
    const text = JSON.stringify([keyId, tool, withSortedKeys(args), payload]);
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}

/** The rejection of a confirmation, with what to do next. */
export function invalidConfirmation(why: string): ToolError {
  return invalidParameter(
    'confirm',
    `${why}. Call again without it to preview the change and get a new confirmation`,
  );
}

/** The value with the keys of each object sorted: a model may send them in another order. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, withSortedKeys(item)]);
}

function isEqual(a: string, b: string): boolean {
  const [bytesA, bytesB] = [Buffer.from(a), Buffer.from(b)];
  return bytesA.length === bytesB.length && timingSafeEqual(bytesA, bytesB);
}
