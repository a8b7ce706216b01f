import { useEffect, useRef } from 'react';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { NewCredential, UsedCredential } from '../../../src/accounts/passkeys/schema.ts';
import { minuteMs } from '../../../src/contract/time.ts';
import type { Session } from '../../../src/accounts/sign-in/schema.ts';
import { ApiError } from './errors/api-error.ts';
import { requestApi } from './http/client.ts';

/** Offered passkeys are renewed before their challenge expires after 5 minutes. */
const renewalMs = 4 * minuteMs;

const loadLibrary = () => import('@simplewebauthn/browser');

/** Creates a passkey in the browser, with options from a path. @throws ApiError also if the person cancels */
export async function createPasskey(path: string, body: object = {}): Promise<NewCredential> {
  const { options } = await requestOptions<PublicKeyCredentialCreationOptionsJSON>(path, body);
  const { startRegistration } = await loadLibrary();
  return orRejection(() => startRegistration({ optionsJSON: options }));
}

/** Lets the person choose a passkey, with options from a path. @throws ApiError also if the person cancels */
export async function proveWithPasskey(path: string, body: object = {}): Promise<UsedCredential> {
  const { options } = await requestOptions<PublicKeyCredentialRequestOptionsJSON>(path, body);
  const { startAuthentication } = await loadLibrary();
  return orRejection(() => startAuthentication({ optionsJSON: options }));
}

/**
 * Offers passkeys in the field of the page with the autocomplete value `webauthn`, if the browser can.
 * @param signIn - receives the passkey that the person chose
 */
export function usePasskeyAutofill(isEnabled: boolean, signIn: (passkey: UsedCredential) => Promise<void>) {
  const latestSignIn = useRef(signIn);
  useEffect(() => {
    latestSignIn.current = signIn;
  });
  useEffect(() => {
    if (!isEnabled) return;
    const offer = () => void offerPasskeys((passkey) => latestSignIn.current(passkey));
    offer();
    const timer = setInterval(offer, renewalMs);
    return () => {
      clearInterval(timer);
      void loadLibrary().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
    };
  }, [isEnabled]);
}

/** Does nothing if the browser has no autofill of passkeys, or if the person signs in another way. */
async function offerPasskeys(signIn: (passkey: UsedCredential) => Promise<void>): Promise<void> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await loadLibrary();
  if (!(await browserSupportsWebAuthnAutofill())) return;
  let passkey: UsedCredential;
  try {
    const { options } = await requestOptions<PublicKeyCredentialRequestOptionsJSON>(signInPath, {});
    passkey = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true });
  } catch {
    return;
  }
  await signIn(passkey);
}

/** The path of the options to sign in. */
export const signInPath = '/session/passkey/options';

/** Whether the installation accepts passkeys and the browser has them. */
export function hasPasskeys(session: Session | undefined): boolean {
  return session?.sign_in.methods.includes('passkey') === true && 'PublicKeyCredential' in window;
}

function requestOptions<Options>(path: string, body: object): Promise<{ options: Options }> {
  return requestApi('POST', path, { body });
}

/** Browsers have one error for a person who cancels, a timeout, and a device without a passkey. */
async function orRejection<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isDuplicate = error instanceof Error && error.name === 'InvalidStateError';
    throw new ApiError(400, {
      code: isDuplicate ? 'passkey_exists' : 'passkey_cancelled',
      message: isDuplicate
        ? 'This device already has a passkey for your account.'
        : 'No passkey was used. Try again, or choose another way.',
    });
  }
}
