import type { Issuer, Issuers } from '../../../core/util/index.ts';
import { IssuerClient } from './issuer-client.ts';

/** What the command line reports about an issuer. */
export interface IssuerCheck {
  ok: boolean;
  /** What is wrong, or that the issuer responds. */
  why: string;
}

/** Fetches the discovery document and the keys of an issuer. Never throws. */
export async function checkIssuer(issuer: Issuer, issuers: Issuers, now: Date): Promise<IssuerCheck> {
  try {
    const client = new IssuerClient(issuer, issuers);
    const count = await client.countKeys(now);
    if (count > 0) return { ok: true, why: 'It responds, and its discovery document and keys are valid.' };
    return { ok: false, why: 'It publishes no keys.' };
  } catch (error) {
    return { ok: false, why: `${messagesOf(error).join(': ')}.` };
  }
}

/** The messages of an error and its causes, without those of the library that say nothing. */
function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { message, cause } = error;
  return [...(message === 'something went wrong' ? [] : [message]), ...messagesOf(cause)];
}
