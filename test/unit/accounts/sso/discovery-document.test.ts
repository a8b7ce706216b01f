import { describe, expect, it } from 'vitest';
import { checkMetadata } from '../../../../src/accounts/sso/issuer/issuer-client.ts';

const issuer = 'https://idp.example';
const document = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  end_session_endpoint: `${issuer}/logout`,
};

describe('the discovery document of an https issuer', () => {
  it('is accepted with https endpoints, and without a logout page', () => {
    const { end_session_endpoint: _logout, ...withoutLogout } = document;
    for (const metadata of [document, withoutLogout])
      expect(() => checkMetadata(metadata, issuer)).not.toThrow();
  });

  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'end_session_endpoint'])(
    'is rejected with an http %s',
    (key) => {
      const metadata = { ...document, [key]: 'http://idp.example/plain' };
      expect(() => checkMetadata(metadata, issuer)).toThrow(/https/);
    },
  );
});

it('an http issuer can announce http endpoints', () => {
  const plain = JSON.parse(JSON.stringify(document).replaceAll('https:', 'http:')) as typeof document;
  expect(() => checkMetadata(plain, plain.issuer)).not.toThrow();
});
