import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { cleanup } from '../cleanup.ts';
import { listenWith } from '../stand-in-server.ts';

/** A key of an issuer, with the JWK that it publishes. */
export interface IssuerKey {
  kid: string;
  private: KeyObject;
  jwk: Record<string, unknown>;
}

export function newIssuerKey(kid: string = randomUUID()): IssuerKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    kid,
    private: privateKey,
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' },
  };
}

/** What the issuer says in one sign-in; tests change it to misbehave. */
export interface IssuerBehavior {
  claims: Record<string, unknown>;
  userinfo: Record<string, unknown>;
  header: Record<string, unknown>;
  /** Signs the ID token; replaced for wrong signatures. */
  sign: (text: string) => string;
  /** The discovery document, changed. */
  metadata: Record<string, unknown>;
  keys: readonly IssuerKey[];
  /** Answers a path instead of the issuer; true if it did. */
  intercept: (path: string, request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface StandInIssuer {
  url: string;
  key: IssuerKey;
  behavior: IssuerBehavior;
  /** The requests so far, by path. */
  requests: string[];
  /** The `Authorization` headers and bodies of the token endpoint. */
  tokenRequests: { authorization: string; body: URLSearchParams }[];
  /** Seconds that are added to the issuer's clock. */
  offsetSeconds: number;
  /** The query with which the issuer sends the browser back to the callback. */
  answer(authorizationUrl: string, extra?: Record<string, string>): string;
  reset(): void;
}

export const clientId = 'galleyClient';
export const clientSecret = 'galleyClientSecret';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An issuer of its own, so that tests can produce every wrong response. It stops after the test. */
export async function startIssuer(): Promise<StandInIssuer> {
  const { issuer, stop } = await openIssuer();
  cleanup(stop);
  return issuer;
}

/** The same for programs that are no tests. */
export async function openIssuer(): Promise<{ issuer: StandInIssuer; stop: () => Promise<void> }> {
  const key = newIssuerKey('first');
  const codes = new Map<string, { nonce: string }>();
  const usual = (): IssuerBehavior => ({
    claims: {},
    userinfo: { sub: 'ada' },
    header: {},
    sign: (text) => sign('RSA-SHA256', Buffer.from(text), key.private).toString('base64url'),
    metadata: {},
    keys: [key],
    intercept: () => false,
  });
  const { origin, stop } = await listenWith((request, response) => void respond(request, response));
  const issuer: StandInIssuer = {
    url: origin,
    key,
    behavior: usual(),
    requests: [],
    tokenRequests: [],
    offsetSeconds: 0,
    answer(authorizationUrl, extra = {}) {
      const query = new URL(authorizationUrl).searchParams;
      const code = randomUUID();
      codes.set(code, { nonce: query.get('nonce') ?? '' });
      return new URLSearchParams({ code, state: query.get('state') ?? '', ...extra }).toString();
    },
    reset() {
      issuer.behavior = usual();
      issuer.requests.length = 0;
      issuer.tokenRequests.length = 0;
      issuer.offsetSeconds = 0;
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', origin).pathname;
    issuer.requests.push(path);
    const { intercept, metadata, keys, userinfo } = issuer.behavior;
    if (intercept(path, request, response)) return;
    const json = (body: unknown, status = 200) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    if (path === '/.well-known/openid-configuration')
      return json({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        userinfo_endpoint: `${origin}/userinfo`,
        jwks_uri: `${origin}/keys`,
        end_session_endpoint: `${origin}/logout`,
        ...metadata,
      });
    if (path === '/keys') return json({ keys: keys.map(({ jwk }) => jwk) });
    if (path === '/userinfo') return json(userinfo);
    if (path !== '/token') return json({}, 404);
    const body = new URLSearchParams(await bodyOf(request));
    issuer.tokenRequests.push({ authorization: request.headers.authorization ?? '', body });
    const flow = codes.get(body.get('code') ?? '');
    codes.delete(body.get('code') ?? '');
    if (flow === undefined) return json({ error: 'invalid_grant' }, 400);
    json({ access_token: 'access', token_type: 'Bearer', id_token: idToken(flow.nonce) });
  }

  function idToken(nonce: string): string {
    const { claims, header, sign } = issuer.behavior;
    const now = Math.floor(Date.now() / 1000) + issuer.offsetSeconds;
    const usualClaims = { iss: origin, aud: clientId, exp: now + 300, iat: now, nonce, sub: 'ada' };
    const content = `${encode({ alg: 'RS256', kid: key.kid, ...header })}.${encode({ ...usualClaims, ...claims })}`;
    return `${content}.${sign(content)}`;
  }
  return { issuer, stop };
}

/** The signature that a token has whose signer took the public key for a shared secret. */
export function hmacSignature(secret: string): (text: string) => string {
  return (text) => createHmac('sha256', secret).update(text).digest('base64url');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** The variables of one issuer. */
export function issuerVariables(
  issuer: Pick<StandInIssuer, 'url'>,
  { name = 'corp', ...more }: { name?: string } & Record<string, string> = {},
): Record<string, string> {
  const prefix = `OIDC_${name.toUpperCase()}_`;
  return {
    OIDC_ISSUERS: name,
    [`${prefix}ISSUER`]: issuer.url,
    [`${prefix}CLIENT_ID`]: clientId,
    [`${prefix}CLIENT_SECRET`]: clientSecret,
    [`${prefix}LABEL`]: 'Acme',
    ...Object.fromEntries(Object.entries(more).map(([key, value]) => [`${prefix}${key}`, value])),
  };
}
