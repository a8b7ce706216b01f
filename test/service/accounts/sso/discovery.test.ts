import { expect, it } from 'vitest';
import { DashboardClient } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';
import { start, storedParts } from '../../../support/sign-in/sso-browser.ts';
import { issuerVariables, startIssuer } from '../../../support/sign-in/stand-in-issuer.ts';

const issuer = await startIssuer();
const service = await startOwnService(issuerVariables(issuer));

it.each<Record<string, unknown>>([
  { issuer: 'https://another.example' },
  { token_endpoint: undefined },
  { jwks_uri: undefined },
  { authorization_endpoint: 'javascript:alert(1)' },
  { authorization_endpoint: 'no URL' },
  { end_session_endpoint: 'javascript:alert(1)' },
])('a discovery document with %j starts no sign-in', async (metadata) => {
  const other = await startOwnService({
    ...issuerVariables(issuer),
    MONGODB_DB: service.app.config.MONGODB_DB,
  });
  issuer.behavior.metadata = metadata;
  const before = await storedParts(service);
  const { answer } = await start(new DashboardClient(other.url));
  expect([answer.status, answer.body.error.code]).toEqual([503, 'sso_unavailable']);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await storedParts(service)).toEqual(before);
});
