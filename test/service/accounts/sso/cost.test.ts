import { beforeAll, describe, expect, it } from 'vitest';
import { commandsOfService } from '../../../support/commands.ts';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';
import { comeBack, passThrough, start } from '../../../support/sign-in/sso-browser.ts';
import { issuerVariables, startIssuer } from '../../../support/sign-in/stand-in-issuer.ts';

const issuer = await startIssuer();
const service = await startOwnService(issuerVariables(issuer));

/** The database commands and issuer requests of a callback. */
async function costOfSignIn() {
  const client = new DashboardClient(service.url);
  const { url, flow } = await start(client);
  issuer.requests.length = 0;
  const commands = await commandsOfService(service.app.system, () =>
    comeBack(service, client, { query: issuer.answer(url), flow }),
  );
  expect((await client.send('GET', '/session')).body.user).not.toBeNull();
  return { commands, requests: [...issuer.requests] };
}

describe('a sign-in of a known person with unchanged groups', () => {
  beforeAll(async () => {
    for (const role of ['editor', 'viewer']) {
      const { id } = await service.newProject();
      const owner = await signedIn(service, id, 'owner');
      const group_roles = [{ issuer: 'corp', group: 'web-team', role }];
      expect((await owner.send('PUT', `/projects/${id}/sign-in`, { group_roles })).status).toBe(200);
    }
    issuer.behavior.claims = { sub: 'ada', email: 'ada@people.example', groups: ['web-team'] };
    for (let times = 0; times < 2; times += 1)
      expect((await passThrough(service, issuer, new DashboardClient(service.url))).query).toEqual({});
  });

  it('needs at most 12 database commands and one request to the issuer', async () => {
    const { commands, requests } = await costOfSignIn();
    expect(requests).toEqual(['/token']);
    expect(commands.length, commands.join('\n')).toBeLessThanOrEqual(12);
  });

  it('needs a second request to the issuer for claims that only userinfo has', async () => {
    issuer.behavior.claims = { sub: 'ada', email: 'ada@people.example' };
    issuer.behavior.userinfo = { sub: 'ada', groups: ['web-team'] };
    const { commands, requests } = await costOfSignIn();
    expect(requests).toEqual(['/token', '/userinfo']);
    expect(commands.length, commands.join('\n')).toBeLessThanOrEqual(12);
  });
});
