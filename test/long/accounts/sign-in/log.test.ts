import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { clientSecret, issuerVariables, startIssuer } from '../../../support/sign-in/stand-in-issuer.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { password, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { tokenOf } from '../../../support/links.ts';
import { startProcess } from '../../../support/second-process.ts';
import { startService } from '../../../support/service.ts';
import { comeBack, start } from '../../../support/sign-in/sso-browser.ts';
import {
  addPasskey,
  passkeyVariables,
  signInWithPasskey,
  Visitor,
} from '../../../support/sign-in/passkeys.ts';

vi.setConfig({ testTimeout: 180_000 }); // processes start slowly on a busy machine

const issuer = await startIssuer();
const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const variables = { MONGODB_DB, ...passkeyVariables, ...issuerVariables(issuer) };
const service = await startService(variables);
const database = databaseOf(service.app.system);
cleanup(() => database.dropDatabase().then(() => undefined));

it('sign-ins leave no secret, code, token, state or address in the log or the audit log', async () => {
  const process = await startProcess({ ...variables, ROLE: 'api', LOG_LEVEL: 'info' });
  cleanup(() => void process.program.process.kill('SIGKILL'));
  const atProcess = { ...service, url: process.url };
  const signatures: string[] = [];
  const { sign } = issuer.behavior;
  issuer.behavior.sign = (text) => {
    signatures.push(sign(text));
    return signatures.at(-1) ?? '';
  };
  const project = await service.newProject();
  const owner = Object.assign(new Visitor(process.url), await credentialsOfOwner(project.id));
  const secrets: string[] = [clientSecret, password, 'secretive', 'web-team@people.example'];
  const group_roles = [{ issuer: 'corp', group: 'web-team@people.example', role: 'editor' }];
  await owner.send('PUT', `/projects/${project.id}/sign-in`, { group_roles });

  const invite = async () =>
    tokenOf(
      String((await owner.send('POST', `/projects/${project.id}/invitations`, { role: 'editor' })).body.url),
    );
  issuer.behavior.claims = { sub: 'secretive-sub', email: 'secretive@people.example', groups: [] };
  for (const groups of [[], ['web-team@people.example'], undefined]) {
    const invitation = await invite();
    issuer.behavior.claims = { ...issuer.behavior.claims, sub: `secretive-${String(groups)}`, groups };
    const browser = new Visitor(process.url);
    const { url, flow } = await start(browser, groups === undefined ? {} : { invitation });
    const query = issuer.answer(url);
    await comeBack(atProcess, browser, { query, flow });
    await comeBack(atProcess, browser, { query, flow }); // rejected: the state was used
    const sent = [...new URL(url).searchParams, ...new URLSearchParams(query)];
    secrets.push(
      ...sent.filter(([name]) => /^(state|nonce|code|code_challenge)$/.test(name)).map(([, value]) => value),
      ...[flow.split('=')[1] ?? '', browser.cookie?.split('=')[1] ?? '', invitation].filter(Boolean),
    );
  }
  const { authenticator } = await addPasskey(owner, { changes: { counter: 7 } });
  const rejected = await signInWithPasskey(new Visitor(process.url), authenticator, { counter: 7 });
  const credential = authenticator.credentialId.toString('base64url');
  await new Visitor(process.url).signIn('secretive@people.example', 'a secretive password');
  secrets.push(owner.cookie?.split('=')[1] ?? '', owner.csrf ?? '', ...signatures);

  process.program.process.kill('SIGTERM');
  await process.program.ended();
  const log = process.program.err;
  const audit = JSON.stringify(await database.collection('audit').find().toArray());
  expect(log).toContain('/sso/');
  for (const secret of secrets) {
    expect(log, secret).not.toContain(secret);
    expect(audit, secret).not.toContain(secret);
  }
  for (const text of [log, audit]) expect(text).not.toContain(credential);

  const warning = log.split('\n').find((line) => line.includes('did not advance')) ?? '{}';
  expect(JSON.parse(warning)).toMatchObject({
    level: 'warn',
    request_id: rejected.body.error.request_id as string,
    msg: expect.stringMatching(/^The counter of passkey psk_\w+ did not advance/) as string,
  });
});

async function credentialsOfOwner(projectId: string) {
  const { cookie, csrf } = await signedIn(service, projectId, 'owner');
  return { cookie, csrf };
}
