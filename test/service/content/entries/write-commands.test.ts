import { describe, expect, it, vi } from 'vitest';
import { backgroundDone } from '../../../../src/core/util/async/background.ts';
import { type Command, commandsOf } from '../../../support/commands.ts';
import { createEntry, defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { clientOf } from '../../../support/database.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import type { ApiAnswer } from '../../../support/client.ts';

const service = await startOwnService();
const client = clientOf(service.app.system);
/** The key with its project, beside the budget of the key and that of its project. */
const budget = 'findAndModify counters';
const entrance = ['aggregate api_keys', budget, budget];
const version = 'findAndModify versions';
const commit = 'commitTransaction 1';
/** What ends each write. */
const ending = ['findAndModify projects', 'insert events', 'insert audit', commit];

/** Articles that name an author, with what is unique; and an author. */
async function newSite(): Promise<{ project: TestProject; author: string }> {
  const project = await service.newProject();
  await defineType(project, 'author', { name: 'string' });
  await defineType(project, 'article', [
    { key: 'title', type: 'string', required: true },
    { key: 'slug', type: 'string', options: { unique: true } },
    { key: 'author', type: 'reference', options: { content_type: 'author' } },
  ]);
  const author = await publishEntry(project, 'author', { name: 'Ada' });
  await publishEntry(project, 'article', { title: 'First', slug: 'first', author }); // a warm process knows the types
  await backgroundDone(); // it has stored the first use of the key
  return { project, author };
}

const lock = 'findAndModify projects';
/** How long after a rejected attempt writes lock the project's row first, in milliseconds. */
const lockFirstMs = 1_000;
/** When MongoDB last rejected an attempt, which it may do while it is busy with other projects. */
let rejectedAt = -Infinity;
client.on('commandStarted', ({ commandName }) => {
  if (commandName === 'abortTransaction') rejectedAt = performance.now();
});
client.on('commandFailed', () => (rejectedAt = performance.now()));

async function commandsOfWrite(write: () => Promise<ApiAnswer>): Promise<Command[]> {
  await vi.waitFor(
    () => expect(performance.now() - rejectedAt).toBeGreaterThan(lockFirstMs),
    lockFirstMs * 3,
  );
  const commands = await commandsOf(client, async () => expectDone(await write()));
  expect(commands.filter((command) => entrance.includes(command)).sort()).toEqual(entrance);
  const inside = commands.filter((command) => !entrance.includes(command));
  return [...entrance, ...lastAttempt(inside)];
}

/** The commands of the attempt that was committed, without the lock that it takes after a rejected one. */
function lastAttempt(commands: Command[]): Command[] {
  const end = commands.lastIndexOf(commit);
  const rejectedCommit = end < 1 ? -1 : commands.lastIndexOf(commit, end - 1);
  const rejectedEnd = Math.max(rejectedCommit, commands.lastIndexOf('abortTransaction 1'));
  const attempt = commands.slice(rejectedEnd + 1);
  return rejectedEnd >= 0 && attempt[0] === lock ? attempt.slice(1) : attempt;
}

describe('one write of an entry', () => {
  it('costs eleven commands where it creates and publishes, whatever it refers to', async () => {
    const { project, author } = await newSite();
    const values = { title: 'Second', slug: 'second', author };

    const commands = await commandsOfWrite(() =>
      project.secret.post('/v1/content/article/entries', { values, publish: true }),
    );

    expect(commands).toEqual([
      ...entrance,
      'find entries', // what it refers to, for the check and for the answer
      'insert entries',
      version,
      'update releases',
      ...ending,
    ]);
  });

  it('costs eleven commands where it changes what is live', async () => {
    const { project, author } = await newSite();
    const id = await publishEntry(project, 'article', { title: 'Live', slug: 'live', author });
    const path = `/v1/content/article/${id}`;

    const retitled = await commandsOfWrite(() => project.secret.patch(path, { values: { title: 'New' } }));
    const moved = await commandsOfWrite(() =>
      project.secret.patch(path, { values: { author, slug: 'new' } }),
    );

    const read = 'find entries';
    expect(retitled).toEqual([...entrance, read, 'update entries', version, ...ending, read]); // the answer shows the author
    expect(moved).toEqual([...entrance, read, read, 'update entries', version, ...ending]); // merges into the version
  });

  it('costs eleven commands where it publishes a draft', async () => {
    const { project, author } = await newSite();
    const { id } = await createEntry(project, 'article', { title: 'Draft', slug: 'draft', author });

    const commands = await commandsOfWrite(() =>
      project.secret.patch(`/v1/content/article/${id}`, { publish: true }),
    );

    expect(commands).toEqual([
      ...entrance,
      'find entries',
      'find entries',
      'update entries',
      version,
      ...ending,
    ]);
  });

  it('costs no more than the row of its project and that of the audit log where no reader sees it', async () => {
    const { project, author } = await newSite();
    const values = { title: 'Second', slug: 'second', author };

    const commands = await commandsOfWrite(() =>
      project.secret.post('/v1/content/article/entries', { values }),
    );

    expect(commands.slice(-3)).toEqual(['findAndModify projects', 'insert audit', 'commitTransaction 1']);
  });

  it('asks who holds a value only once the unique index has refused it', async () => {
    const { project, author } = await newSite();
    const values = { title: 'Third', slug: 'first', author };

    const answer = await project.secret.post('/v1/content/article/entries', { values });

    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({ code: 'field_value_taken', param: 'slug' });
    const { body } = await project.secret.get('/v1/content/article');
    expect(body.data).toHaveLength(1);
  });
});
