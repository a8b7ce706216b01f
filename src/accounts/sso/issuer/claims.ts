import type { Issuer } from '../../../core/util/index.ts';

type Claims = Readonly<Record<string, unknown>>;

/** A person as an issuer describes them. */
export interface IssuerPerson {
  sub: string;
  /** Null if the issuer sent none. */
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  /** Null if the issuer sent no groups. */
  groups: readonly string[] | null;
  /** Whether the issuer left groups out because there are too many. */
  isTruncated: boolean;
  /** When the person last proved their identity there; null if the issuer doesn't say. */
  authenticatedAt: Date | null;
  hasSecondFactor: boolean;
}

/** What is needed from an issuer in addition to the ID token. */
export function lacksClaims(idToken: Claims, issuer: Issuer, needsGroups: boolean): boolean {
  const lacksGroups = needsGroups && groupsIn(idToken, issuer.groupsClaim) === null;
  return typeof idToken['email'] !== 'string' || (lacksGroups && !isTruncated(idToken, issuer));
}

/** Combines the ID token with the response of userinfo. Address and verification come from one response. */
export function personOf(idToken: Claims, userinfo: Claims | null, issuer: Issuer): IssuerPerson {
  const source = typeof idToken['email'] === 'string' || userinfo === null ? idToken : userinfo;
  const { auth_time: authTime, amr, sub } = idToken;
  const { email } = source;
  const isMultiFactor = Array.isArray(amr) && amr.includes('mfa');
  return {
    sub: String(sub),
    email: typeof email === 'string' ? email : null,
    isEmailVerified: source['email_verified'] === true,
    name: nameIn(idToken) ?? nameIn(userinfo ?? {}),
    groups: groupsIn(idToken, issuer.groupsClaim) ?? groupsIn(userinfo ?? {}, issuer.groupsClaim),
    isTruncated: isTruncated(idToken, issuer) || isTruncated(userinfo ?? {}, issuer),
    authenticatedAt: timeIn(authTime),
    hasSecondFactor: issuer.secondFactor === 'trusted' || isMultiFactor,
  };
}

/** A time in seconds; null for another value, or one that no date can have. */
function timeIn(seconds: unknown): Date | null {
  const time = new Date(typeof seconds === 'number' ? seconds * 1000 : NaN);
  return Number.isNaN(time.getTime()) ? null : time;
}

function nameIn({ name, preferred_username }: Claims): string | null {
  const texts = [name, preferred_username].map((text) =>
    typeof text === 'string'
      ? text
          .normalize('NFC')
          .replace(/\p{Cc}/gu, ' ')
          .trim()
          .slice(0, 200)
      : '',
  );
  return texts.find((text) => text !== '') ?? null;
}

/** An array of strings or one string; null if the claim is missing. */
function groupsIn(claims: Claims, name: string): string[] | null {
  const value = claimIn(claims, name);
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null;
}

/** A claim of exactly this name, otherwise the value at a dotted path. */
function claimIn(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((value, key) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return isObject ? (value as Claims)[key] : undefined;
  }, claims);
}

/** Entra ID sends a reference in place of more than 200 groups. */
function isTruncated(claims: Claims, { groupsClaim }: Issuer): boolean {
  const names = claims['_claim_names'];
  const isReferenced = [groupsClaim, groupsClaim.split('.')[0] ?? ''].some(
    (name) => typeof names === 'object' && names !== null && Object.hasOwn(names, name),
  );
  return isReferenced || (claims['hasgroups'] !== undefined && claims['hasgroups'] !== false);
}
