import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { apiError, type ApiError } from '../../contract/errors/api-error.ts';

/** How long a confirmation can be used, in milliseconds. */
export const confirmationMs = 10 * 60_000;

/** What a confirmed call may change: an item at a revision; `how` is what the first call found out about the way. */
export interface Target {
  id: string;
  revision: number | null;
  how?: string;
}

/** A call that needs a confirmation. `args` without the confirmation itself. */
export interface ConfirmedCall {
  keyId: string;
  tool: string;
  args: unknown;
}

/**
 * Makes and reads the tokens that a second call carries. Nothing is stored: a token names its targets and its end, and a
 * signature under the installation's secret binds them to key, tool and arguments, so that any process may read it.
 */
export class Confirmations {
  readonly #key: Buffer;
  readonly #now: () => Date;

  constructor(secret: string, now: () => Date) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'galley mcp confirmations', 32));
    this.#now = now;
  }

  make(call: ConfirmedCall, targets: readonly Target[]): { confirm: string; expires_at: string } {
    const endsAt = this.#now().getTime() + confirmationMs;
    const told = JSON.stringify([endsAt, targets]);
    return { confirm: this.#token(call, told), expires_at: new Date(endsAt).toISOString() };
  }

  /** The targets of a token. @throws invalid_parameter saying what the token is not for */
  read(call: ConfirmedCall, confirm: string): Target[] {
    const [payload = ''] = confirm.split('.');
    const text = Buffer.from(payload, 'base64url').toString();
    // Decoding ignores characters outside of the alphabet, so only the text that make() returns is accepted.
    if (!isSame(confirm, this.#token(call, text)))
      throw refused('was made for other arguments, for another key, or not by this service');
    const [endsAt, targets] = JSON.parse(text) as [number, Target[]]; // signed, so it is what was made here
    if (endsAt <= this.#now().getTime()) throw refused('has expired');
    return targets;
  }

  #token(call: ConfirmedCall, payload: string): string {
    return `${Buffer.from(payload).toString('base64url')}.${this.#sign(call, payload)}`;
  }

  #sign({ keyId, tool, args }: ConfirmedCall, told: string): string {
    const text = JSON.stringify([keyId, tool, inOrder(args), told]);
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}

/** The refusal of a confirmation, with what to do. */
export function refused(why: string): ApiError {
  const next = 'call again without it to see what would happen and to get a new one';
  return apiError('invalid_parameter', { name: 'confirm', why: `${why}; ${next}` }, { param: 'confirm' });
}

/** The same value with the keys of each object in one order, so that a model may write them in any. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, inOrder(one)]);
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
