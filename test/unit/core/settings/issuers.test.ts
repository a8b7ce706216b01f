import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/core/settings/config.ts';

const needed = {
  MONGODB_URI: 'mongodb://db.test/?replicaSet=rs0',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'galley',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  APP_SECRET: 'a secret that is only for tests, 32+ bytes',
};
const corp = {
  OIDC_ISSUERS: 'corp',
  OIDC_CORP_ISSUER: 'https://login.acme.example',
  OIDC_CORP_CLIENT_ID: 'galley',
  OIDC_CORP_CLIENT_SECRET: 'hidden',
};
const google = {
  OIDC_ISSUERS: 'corp,google',
  OIDC_GOOGLE_ISSUER: 'https://accounts.google.com',
  OIDC_GOOGLE_CLIENT_ID: 'galley',
  OIDC_GOOGLE_CLIENT_SECRET: 'hidden',
};

function errorOf(settings: Record<string, string>): string {
  try {
    readConfig({ ...needed, ...corp, ...settings });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the settings of an issuer', () => {
  it('have defaults', () => {
    expect(readConfig({ ...needed, ...corp }).issuers.list).toEqual([
      {
        name: 'corp',
        url: 'https://login.acme.example',
        clientId: 'galley',
        clientSecret: 'hidden',
        label: 'Corp',
        scopes: 'openid email profile',
        groupsClaim: 'groups',
        sessionHours: 12,
        emailDomains: [],
        secondFactor: 'amr',
      },
    ]);
    expect(readConfig(needed).issuers.list).toEqual([]);
  });

  it('are read with the proxies, in either case', () => {
    const proxies = { https_proxy: 'http://proxy.test:1', HTTP_PROXY: 'http://proxy.test:2', NO_PROXY: 'a' };
    expect(readConfig({ ...needed, ...corp, ...proxies }).issuers.proxies).toEqual({
      https: 'http://proxy.test:1',
      http: 'http://proxy.test:2',
      except: 'a',
    });
  });

  it.each([
    ['OIDC_ISSUERS', { OIDC_ISSUERS: 'Corp' }],
    ['OIDC_ISSUERS', { OIDC_ISSUERS: 'corp,corp' }],
    ['OIDC_ISSUERS', { OIDC_ISSUERS: 'a'.repeat(21) }],
    ['OIDC_ISSUERS', { OIDC_ISSUERS: Array.from({ length: 11 }, (_, i) => `i${i}`).join(',') }],
    ['OIDC_CORP_ISSUER', { OIDC_CORP_ISSUER: '' }],
    ['OIDC_CORP_CLIENT_ID', { OIDC_CORP_CLIENT_ID: '' }],
    ['OIDC_CORP_CLIENT_SECRET', { OIDC_CORP_CLIENT_SECRET: '' }],
    ['OIDC_CORP_ISSUER', { OIDC_CORP_ISSUER: 'login.acme.example' }],
    ['OIDC_CORP_ISSUER', { OIDC_CORP_ISSUER: 'https://login.example/{tenant}' }],
    ['OIDC_CORP_ISSUER', { OIDC_CORP_ISSUER: 'https://login.example/<tenant>' }],
    ['OIDC_CORP_ISSUER', { OIDC_CORP_ISSUER: 'https://login.example/?a=1' }],
    ['OIDC_CORP_ISSUER', { OIDC_CORP_ISSUER: 'https://login.example/#a' }],
    ['OIDC_CORP_ISSUER', { OIDC_CORP_ISSUER: 'https://me:pw@login.example' }],
    ['OIDC_CORP_ISSUER', { OIDC_CORP_ISSUER: 'http://login.example' }],
    ['OIDC_CORP_ISSUER', { OIDC_CORP_ISSUER: 'http://127.0.0.1:8080', NODE_ENV: 'production' }],
    ['OIDC_CORP_LABEL', { OIDC_CORP_LABEL: 'x'.repeat(41) }],
    ['OIDC_CORP_SCOPES', { OIDC_CORP_SCOPES: 'email' }],
    ['OIDC_CORP_SESSION_HOURS', { OIDC_CORP_SESSION_HOURS: '0' }],
    ['OIDC_CORP_SESSION_HOURS', { OIDC_CORP_SESSION_HOURS: '337' }],
    ['OIDC_CORP_SESSION_HOURS', { OIDC_CORP_SESSION_HOURS: '1.5' }],
    ['OIDC_CORP_EMAIL_DOMAINS', { OIDC_CORP_EMAIL_DOMAINS: '@acme.example' }],
    ['OIDC_CORP_SECOND_FACTOR', { OIDC_CORP_SECOND_FACTOR: 'yes' }],
    ['OIDC_CORP_GROUPS_CLAIM', { OIDC_CORP_GROUPS_CLAIM: 'two words' }],
    ['OIDC_CORP_LABLE', { OIDC_CORP_LABLE: 'Acme' }],
    ['OIDC_OKTA_ISSUER', { OIDC_OKTA_ISSUER: 'https://okta.example' }],
    ['OIDC_CORP_ISSUER', { OIDC_ISSUERS: '' }],
    ['OIDC_GOOGLE_ISSUER', { ...google, OIDC_GOOGLE_ISSUER: corp.OIDC_CORP_ISSUER }],
    [
      'OIDC_GOOGLE_EMAIL_DOMAINS',
      { ...google, OIDC_CORP_EMAIL_DOMAINS: 'a.example', OIDC_GOOGLE_EMAIL_DOMAINS: 'b.example,A.example' },
    ],
    ['HTTPS_PROXY', { HTTPS_PROXY: 'proxy:3128' }],
  ])('%s is named if it is wrong: %j', (variable, settings) => {
    const message = errorOf(settings);
    expect(message).toContain(`The variable ${variable} `);
    expect(message).not.toContain('hidden');
  });

  it('may be http on this machine in development', () => {
    expect(errorOf({ OIDC_CORP_ISSUER: 'http://localhost:8080/realms/main' })).toBe('');
    expect(errorOf({ OIDC_CORP_ISSUER: 'http://[::1]:8080' })).toBe('');
  });
});
