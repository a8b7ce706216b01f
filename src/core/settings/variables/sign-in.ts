import { isIP } from 'node:net';
import { type Static, Type } from '@sinclair/typebox';
import type { Bounds } from '../../util/json/bounds.ts';
import type { SettingError } from '../setting-errors.ts';

const kinds = ['password', 'passkey', 'sso'] as const;
const kindPattern = `(${kinds.join('|')})`;

/** The methods of sign-in that the installation accepts, who needs a second factor, and the domain of passkeys. */
export const signInVariables = {
  SIGN_IN: Type.String({
    pattern: `^${kindPattern}(,${kindPattern})*$`,
    default: kinds.join(','),
    description: 'a list of password, passkey and sso, separated by commas',
  }),
  SECOND_FACTOR: Type.Union([Type.Literal('optional'), Type.Literal('owners'), Type.Literal('all')], {
    default: 'optional',
    description: 'optional, owners or all',
  }),
  PASSKEY_RP_ID: Type.Optional(
    Type.String({ pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)*$', description: 'a host such as example.com' }),
  ),
};
export const signInBoundNames = ['SIGN_IN', 'SECOND_FACTOR', 'PASSKEY_RP_ID'] as const;

type Settings = {
  [name in keyof typeof signInVariables]?: Static<(typeof signInVariables)[name]>;
};

/** Returns what the installation accepts. Passkeys need a secure origin with a host name. */
export function signInBoundsOf(
  { SIGN_IN = kinds.join(','), SECOND_FACTOR: secondFactor = 'optional', PASSKEY_RP_ID }: Settings,
  baseUrl: string,
): Omit<Bounds['signIn'], 'issuers'> {
  const host = passkeyHost(baseUrl);
  const rpId = host === null ? null : (PASSKEY_RP_ID ?? host);
  const listed = SIGN_IN.split(',');
  const accepts = kinds.filter((kind) => listed.includes(kind) && (kind !== 'passkey' || rpId !== null));
  return { accepts, secondFactor, rpId };
}

/** Finds conflicts between the variables. `wrong` contains the variables that are malformed. */
export function signInErrors(
  settings: Settings,
  wrong: ReadonlySet<string>,
  { baseUrl, hasIssuers }: { baseUrl: string; hasIssuers: boolean },
): SettingError[] {
  if (!URL.canParse(baseUrl) || wrong.has('BASE_URL')) return [];
  const errors: SettingError[] = [];
  const { accepts } = signInBoundsOf(settings, baseUrl);
  if (!wrong.has('SIGN_IN') && !accepts.some((kind) => kind !== 'sso' || hasIssuers)) {
    const message =
      'leaves no method to sign in with: passkey needs a BASE_URL with https and a host name, sso needs OIDC_ISSUERS.';
    errors.push({ variable: 'SIGN_IN', message });
  }
  const { PASSKEY_RP_ID: rpId } = settings;
  const host = new URL(baseUrl).hostname;
  if (rpId !== undefined && !wrong.has('PASSKEY_RP_ID') && !fitsHost(rpId, host)) {
    const message = `must be the host of BASE_URL (${host}) or a parent domain of it with at least two labels.`;
    errors.push({ variable: 'PASSKEY_RP_ID', message });
  }
  return errors;
}

function fitsHost(rpId: string, host: string): boolean {
  return rpId === host || (rpId.includes('.') && host.endsWith(`.${rpId}`));
}

/** The host of a URL at which browsers offer passkeys; null for plain http and for IP addresses. */
function passkeyHost(baseUrl: string): string | null {
  if (!URL.canParse(baseUrl)) return null;
  const { protocol, hostname } = new URL(baseUrl);
  const isIp = isIP(hostname) !== 0 || hostname.startsWith('[');
  return !isIp && (protocol === 'https:' || hostname === 'localhost') ? hostname : null;
}
