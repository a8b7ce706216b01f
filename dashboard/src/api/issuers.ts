import { useSyncExternalStore } from 'react';
import { ssoErrors } from '../../../src/contract/errors/sso-errors.ts';
import type { SsoStart, StartSso } from '../../../src/accounts/sso/schema.ts';
import { ApiError } from './errors/api-error.ts';
import { requestApi } from './http/client.ts';
import type { Session } from '../../../src/accounts/sign-in/schema.ts';

export type Issuer = Session['sign_in']['issuers'][number];

const channelName = 'galley-sso';
/** The page at which a popup reports its result and closes. */
const popupEnd = '/dashboard/sso-done';

/** Leaves the dashboard for the sign-in page of an issuer. */
export async function goToIssuer(issuer: Issuer, body: StartSso): Promise<void> {
  const { url } = await requestApi<SsoStart>('POST', `/sso/${issuer.name}`, { body });
  window.location.assign(url);
}

/**
 * Opens the sign-in page of an issuer in a popup, so that forms stay filled. Resolves when the popup reports success.
 * It never resolves if the person closes the popup, because browsers hide that for some issuers.
 * @throws ApiError if the issuer or Galley rejects it
 */
export async function openIssuer(issuer: Issuer, purpose: 'sign_in' | 'step_up'): Promise<void> {
  // Opened before the request, because browsers block popups that open later than the click.
  const popup = window.open('', channelName, 'popup,width=520,height=700');
  const channel = new BroadcastChannel(channelName);
  try {
    const body = { purpose, return_to: popupEnd };
    const { url } = await requestApi<SsoStart>('POST', `/sso/${issuer.name}`, { body });
    if (popup === null)
      throw new ApiError(400, {
        code: 'popup_blocked',
        message: `Your browser blocked the window of ${issuer.label}. Allow popups for this page.`,
      });
    popup.location.href = url;
    const failure = await new Promise<PopupFailure | null>((resolve) => {
      channel.onmessage = ({ data }: MessageEvent<PopupFailure | null>) => resolve(data);
    });
    if (failure !== null) throw new ApiError(403, failure);
  } catch (error) {
    popup?.close();
    throw error;
  } finally {
    channel.close();
  }
}

interface PopupFailure {
  code: string;
  message: string;
}

/** Reports the result of a popup to the page that opened it, and closes the popup. */
export function reportPopup(search: Readonly<Record<string, unknown>>, issuers: readonly Issuer[]): void {
  const message = issuerErrorText(search, issuers);
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message === null ? null : { code: String(search['error']), message });
  channel.close();
  window.close();
}

/** The text for the error with which a sign-in at an issuer returned to the dashboard; null without one. */
export function issuerErrorText(
  { error, issuer, reason = 'token' }: Readonly<Record<string, unknown>>,
  issuers: readonly Issuer[],
): string | null {
  if (typeof error !== 'string') return null;
  const label = issuers.find(({ name }) => name === issuer)?.label ?? 'the identity provider';
  const detail = { label, reason } as Parameters<typeof ssoErrors.sso_rejected.message>[0];
  if (error === 'email_taken')
    return `An account with your e-mail address already exists. Sign in to it and link ${label} under Your account.`;
  if (error === 'account_disabled') return 'This account is disabled. Contact your operator.';
  if (error === 'invalid_link')
    return 'This invitation was used or withdrawn, or it has expired. Ask for a new one.';
  const row = Object.hasOwn(ssoErrors, error) ? ssoErrors[error as keyof typeof ssoErrors] : null;
  return row?.message(detail) ?? `The sign-in at ${label} did not work. Try again, or sign in another way.`;
}

let logoutPage: { label: string; url: string } | null = null;
const listeners = new Set<() => void>();

/** Stores the page that ends the session at the issuer, after a sign-out. */
export function storeLogoutPage(page: typeof logoutPage): void {
  logoutPage = page;
  for (const listener of listeners) listener();
}

/** The page that ends the session at the issuer at which the last session began. */
export function useLogoutPage(): typeof logoutPage {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => logoutPage,
  );
}
