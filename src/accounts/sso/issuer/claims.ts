import type { Issuer } from '../../../core/util/index.ts';

type Claims = Readonly<Record<string, unknown>>;

/** A person as an issuer describes them. */
export interface IssuerPerson {
  sub: string;
  /** Null if the issuer sent none. */
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  /** When the person last proved their identity there; null if the issuer doesn't say. */
  authenticatedAt: Date | null;
  hasSecondFactor: boolean;
}

/** Whether the address must come from userinfo. */
export function lacksEmail(idToken: Claims): boolean {
  return typeof idToken['email'] !== 'string';
}

/** Combines the ID token with the response of userinfo. Address and verification come from one response. */
export function personOf(idToken: Claims, userinfo: Claims | null, issuer: Issuer): IssuerPerson {
  const source = lacksEmail(idToken) && userinfo !== null ? userinfo : idToken;
  const { auth_time: authTime, amr, sub } = idToken;
  const { email } = source;
  const isMultiFactor = Array.isArray(amr) && amr.includes('mfa');
  return {
    sub: String(sub),
    email: typeof email === 'string' ? email : null,
    isEmailVerified: source['email_verified'] === true,
    name: nameIn(idToken) ?? nameIn(userinfo ?? {}),
    authenticatedAt: typeof authTime === 'number' ? new Date(authTime * 1000) : null,
    hasSecondFactor: issuer.secondFactor === 'trusted' || isMultiFactor,
  };
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
