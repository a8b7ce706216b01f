import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { runCommand } from '../../../../src/cli/program.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { refusal } from '../../../support/content.ts';
import { addPerson } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startMailServer } from '../../../support/mail-server.ts';
import { draftBy, type Member, reviewSite, type ReviewSite } from '../../../support/reviews.ts';
import { startProcess } from '../../../support/second-process.ts';
import { startOwnService, testVariables } from '../../../support/service.ts';

const server = await startMailServer();
const MONGODB_DB = `${inject('databasePrefix')}${randomUUID().slice(0, 13)}`; // dropped at the end of the run
const settings = {
  ...{ MONGODB_DB, SMTP_URL: server.url, MAIL_FROM: 'Galley <galley@example.test>', DIGEST_SECONDS: '2' },
};
const service = await startOwnService(settings);
const { app } = service;
const soon = { timeout: 15_000, interval: 50 };
const marker = 'Quillwort';

beforeAll(async () => {
  await app.start();
  const second = await startProcess(settings);
  cleanup(async () => {
    second.program.process.kill();
    await second.program.ended();
  });
}, 90_000);

let site: ReviewSite;
let email: string;
beforeEach(async () => {
  site = await reviewSite(service);
  email = `ada-${site.project.id}@example.test`;
  server.reject(null);
});

const choose = (member: Member, interval: string) =>
  member.client.send('PATCH', '/account/notifications', { email: interval });
const mention = (by: Member, of: Member, item: string) =>
  by.does('POST', '/comments', { item, text: marker, mentions: [of.id] });
const mailsTo = (address: string) => server.mails.filter(({ to }) => to.includes(address));
const digests = () => databaseOf(app.system).collection<{ _id: string; due_at: Date }>('digests');
/** Waits until the digest of a member was due once more since now. */
async function nextInterval({ id }: Member): Promise<void> {
  const dueAt = async () => (await digests().findOne({ _id: id }))?.due_at.getTime() ?? 0;
  const before = await dueAt();
  await expect.poll(dueAt, soon).toBeGreaterThan(before);
}

describe('the choice of a person', () => {
  it('is off at first, and is changed for all projects', async () => {
    const { ada } = site;
    const read = async () => (await ada.client.send('GET', '/account/notifications')).body;

    expect(await read()).toEqual({ email: 'off', email_available: true });
    for (const interval of ['hourly', 'daily', 'off'])
      expect((await choose(ada, interval)).body).toEqual({ email: interval, email_available: true });
    expect(await read()).toEqual({ email: 'off', email_available: true });
    expect(refusal(await choose(ada, 'weekly')).slice(0, 2)).toEqual([400, 'invalid_field_value']);
  });
});

describe('the e-mail of two processes', () => {
  it('contains the new notifications of all projects once, and no text of comments', async () => {
    const { ada, bea, project } = site;
    const { id } = await draftBy(ada, { title: 'Ëxtra kites' });
    await mention(bea, ada, id); // before the choice
    await choose(ada, 'hourly');
    const thread = await mention(bea, ada, id);
    await mention(bea, ada, id);

    await expect.poll(() => mailsTo(email).length, soon).toBeGreaterThan(0);
    await nextInterval(ada);
    await nextInterval(ada);

    const [mail, ...others] = mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.from).toBe('galley@example.test');
    const release = `?release=${thread.release.id}`;
    const url = `${service.app.config.BASE_URL}/dashboard/p/${project.id}`;
    for (const text of [
      'Subject: 2 new notifications in Galley',
      'Content-Type: text/plain; charset=utf-8',
      `- ${bea.name} mentioned you in a comment on Ëxtra kites`,
      `  ${url}/entries/page/${id}${release}#thread-${thread.id}`,
      `${url}/account`,
    ])
      expect(mail?.content).toContain(text);
    expect(mail?.content).not.toContain(marker);
    expect(mail?.content).not.toContain('text/html');
  });

  it('is not sent for what was read, is outside of the grant, or after the choice was taken back', async () => {
    const { ada, bea, cy, owner } = site;
    const { id } = await draftBy(ada);
    for (const member of [ada, bea, cy, owner]) await choose(member, 'hourly');
    await mention(owner, ada, id);
    await ada.does('POST', '/notifications/read', { all: true });
    await mention(owner, bea, id);
    await owner.does('PATCH', `/members/${bea.id}`, { grant: { areas: ['blog'] } });
    await mention(owner, cy, id);
    await choose(cy, 'off');
    await mention(ada, owner, id); // its e-mail shows that the others were due

    const to = (name: string) => mailsTo(`${name}-${site.project.id}@example.test`).length;
    await expect.poll(() => to('olga'), soon).toBe(1);
    for (const member of [ada, bea]) await nextInterval(member);

    expect([to('ada'), to('bea'), to('cy')]).toEqual([0, 0, 0]);
  });

  it('lists the other projects while one can’t be opened, and catches up later', async () => {
    const { ada, bea, project } = site;
    const other = await reviewSite(service);
    await addPerson(app, other.project.id, { email, role: 'editor' });
    const projects = databaseOf(app.system).collection<{ _id: string }>('projects');
    const [here, there] = [await draftBy(ada), await draftBy(other.ada)];
    const row = await projects.findOne({ _id: other.project.id });
    if (row === null) throw new Error('no project');
    await mention(other.bea, ada, there.id);
    await projects.deleteOne({ _id: other.project.id });
    await choose(ada, 'hourly');
    await digests().updateOne({ _id: ada.id }, { $set: { since: new Date(0) } as object });
    await mention(bea, ada, here.id);

    await expect.poll(() => mailsTo(email).length, soon).toBeGreaterThan(0);
    expect(mailsTo(email)[0]?.content).toContain(`/p/${project.id}/`);
    await projects.insertOne(row);
    const linksThere = () =>
      mailsTo(email).some(({ content }) => content.includes(`/p/${other.project.id}/`));
    await expect.poll(linksThere, soon).toBe(true);
    await nextInterval(ada);
    expect(mailsTo(email)).toHaveLength(2);
  });

  it('is tried again in the next interval, and galley doctor shows the failure until then', async () => {
    const { ada, bea } = site;
    const { id } = await draftBy(ada);
    server.reject(451);
    await choose(ada, 'daily');
    await mention(bea, ada, id);

    const failureOf = async () => ((await digests().findOne({ _id: ada.id })) as any)?.failure?.what;
    await expect.poll(failureOf, soon).toMatch(/451/);
    const finding = async () => {
      const { out } = await runCommand(['doctor', '--json'], testVariables(settings), tmpdir());
      return (JSON.parse(out).checks as { name: string }[]).find(({ name }) => name === 'e-mail');
    };
    expect(await finding()).toMatchObject({ ok: false, why: expect.stringContaining('451') });
    expect(mailsTo(email)).toEqual([]);

    server.reject(null);
    await expect.poll(() => mailsTo(email).length, soon).toBe(1);
    await expect.poll(failureOf, soon).toBeUndefined();
    expect(await finding()).toMatchObject({ ok: true });
  });
});

it('ends with the account', async () => {
  const { ada, bea } = site;
  await choose(ada, 'hourly');
  const { id } = await draftBy(bea);
  await mention(bea, ada, id);

  const command = ['user', 'forget', '--email', email];
  const result = await runCommand(command, testVariables(settings), tmpdir());

  expect(result).toMatchObject({ exitCode: 0 });
  expect(await digests().countDocuments({ _id: ada.id })).toBe(0);
  const rows = databaseOf(app.system).collection('notifications');
  expect(await rows.countDocuments({ member: ada.id })).toBe(0);
});
