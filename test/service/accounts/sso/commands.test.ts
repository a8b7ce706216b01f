import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../../../src/cli/program.ts';
import { installationLog } from '../../../../src/projects/index.ts';
import { rowsOf } from '../../../support/audit/rows.ts';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startOwnService, testVariables } from '../../../support/service.ts';
import { comeBack, passThrough, start } from '../../../support/sign-in/sso-browser.ts';
import { clientSecret, issuerVariables, startIssuer } from '../../../support/sign-in/stand-in-issuer.ts';

const issuer = await startIssuer();
const service = await startOwnService(issuerVariables(issuer));
const database = databaseOf(service.app.system);
const { MONGODB_DB } = service.app.config;

async function galley(...args: string[]) {
  const variables = testVariables({ MONGODB_DB, ...issuerVariables(issuer) });
  const { out, exitCode } = await runCommand(['--json', ...args], variables, '/');
  return { exitCode, body: JSON.parse(out) };
}

beforeEach(() => issuer.reset());

describe('galley sso check', () => {
  const corp = {
    name: 'corp',
    label: 'Acme',
    issuer: issuer.url,
    redirect_uri: 'http://galley.test/dashboard/api/sso/corp/callback',
  };

  it('finds an issuer that works', async () => {
    const why = 'It responds, and its discovery document and keys are valid.';
    expect(await galley('sso', 'check')).toEqual({
      exitCode: 0,
      body: { issuers: [{ ...corp, ok: true, why }] },
    });
  });

  it('says what is wrong with one that does not', async () => {
    issuer.behavior.metadata = { issuer: 'https://other.example' };
    const { exitCode, body } = await galley('sso', 'check', 'corp');
    expect(exitCode).toBe(1);
    expect(body.issuers[0]).toMatchObject({ ...corp, ok: false });
    expect((await galley('sso', 'check', 'none')).body.error.param).toBe('name');
  });
});

describe('galley user unlink', () => {
  it('ends the sessions that began at the issuer, with a row in the audit log', async () => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');
    issuer.behavior.claims = { sub: 'unlinked', email: 'unlinked@people.example' };
    await passThrough(service, issuer, owner, { purpose: 'link' });
    const other = new DashboardClient(service.url);
    expect((await passThrough(service, issuer, other)).query).toEqual({});

    const email = `owner-${project.id}@example.test`;
    const unlink = () => galley('user', 'unlink', '--email', email, '--issuer', 'corp');
    const rows = await rowsOf(service.app, installationLog, async () => {
      expect((await unlink()).exitCode).toBe(0);
    });
    const id = String((await owner.send('GET', '/session')).body.user.id);
    expect(rows).toMatchObject([
      {
        action: 'account.identity_removed',
        subject: { kind: 'account', id },
        actor: { kind: 'command' },
        via: 'cli',
        detail: { issuer: 'corp' },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('unlinked@');
    expect((await other.send('GET', '/session')).body.user).toBeNull();
    expect((await owner.send('GET', '/session')).body.user).not.toBeNull();
    const again = await rowsOf(service.app, installationLog, async () => {
      expect((await unlink()).body.error.param).toBe('--issuer');
    });
    expect(again).toEqual([]);
  });
});

describe('a sign-in', () => {
  it('leaves no secret, code, token or state in the database, and no address in the audit log', async () => {
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');
    issuer.behavior.claims = { sub: 'secretive', email: 'secretive@people.example' };
    const { body } = await owner.send('POST', `/projects/${project.id}/invitations`, { role: 'editor' });
    const invitation = new URL(String(body.url)).hash.slice(1);
    const client = new DashboardClient(service.url);
    const { url, flow } = await start(client, { invitation });
    const query = issuer.answer(url);
    expect((await comeBack(service, client, { query, flow })).query).toEqual({});

    const sent = [...new URL(url).searchParams, ...new URLSearchParams(query)];
    const secrets = sent.filter(([name]) => ['state', 'nonce', 'code', 'code_challenge'].includes(name));
    const values = [...secrets.map(([, value]) => value), flow.split('=')[1] ?? '', clientSecret, invitation];
    const stored: Record<string, string> = {};
    for (const { name } of await database.listCollections().toArray())
      stored[name] = JSON.stringify(await database.collection(name).find().toArray());
    for (const value of values) expect(Object.values(stored).join(), value).not.toContain(value);
    expect(stored['audit']).not.toContain('secretive');
  });
});
