import { describe, expect, it } from 'vitest';
import { boundsOf, readConfig } from '../../../../src/core/settings/config.ts';

const needed = {
  MONGODB_URI: 'mongodb://db.test/?replicaSet=rs0',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'galley',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  APP_SECRET: 'a secret that is only for tests, 32+ bytes',
};

const acceptedBy = (settings: Record<string, string>) => {
  const { accepts, rpId } = boundsOf(readConfig({ ...needed, ...settings })).signIn;
  return { accepts, rpId };
};

function errorOf(settings: Record<string, string>): string {
  try {
    readConfig({ ...needed, ...settings });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the domain of passkeys', () => {
  it('is the host of BASE_URL, or a parent that PASSKEY_RP_ID names', () => {
    expect(acceptedBy({ BASE_URL: 'https://cms.acme.example' })).toEqual({
      accepts: ['password', 'passkey', 'sso'],
      rpId: 'cms.acme.example',
    });
    expect(acceptedBy({ BASE_URL: 'http://localhost:3000' }).rpId).toBe('localhost');
    const parent = { BASE_URL: 'https://cms.acme.example', PASSKEY_RP_ID: 'acme.example' };
    expect(acceptedBy(parent).rpId).toBe('acme.example');
  });

  it.each(['http://cms.acme.example', 'https://192.0.2.7', 'https://[2001:db8::1]', 'http://127.0.0.1:3000'])(
    'is missing at %s, where browsers have no passkeys',
    (BASE_URL) => {
      expect(acceptedBy({ BASE_URL })).toEqual({ accepts: ['password', 'sso'], rpId: null });
      expect(errorOf({ BASE_URL, SIGN_IN: 'passkey' })).toContain('SIGN_IN');
    },
  );

  it.each(['example', 'other.example', 'me.example', 'https://acme.example', 'x.cms.acme.example'])(
    'is not %s',
    (PASSKEY_RP_ID) => {
      const error = errorOf({ BASE_URL: 'https://cms.acme.example', PASSKEY_RP_ID });
      expect(error).toContain('PASSKEY_RP_ID');
    },
  );
});

it('SIGN_IN accepts the methods that it lists', () => {
  const BASE_URL = 'https://cms.acme.example';
  expect(acceptedBy({ BASE_URL, SIGN_IN: 'passkey' }).accepts).toEqual(['passkey']);
  expect(errorOf({ BASE_URL, SIGN_IN: 'sso' })).toContain('SIGN_IN');
  expect(errorOf({ BASE_URL, SIGN_IN: 'passkeys' })).toContain('SIGN_IN');
});
