import { randomUUID } from 'node:crypto';
import type { CommandStartedEvent } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { defineType, publishEntry } from '../support/content.ts';
import type { ApiAnswer, ApiClient } from '../support/client.ts';
import { clientOf, databaseOf } from '../support/database.ts';
import { punctual, startOwnService } from '../support/service.ts';
import { startOwnMongod } from './support/own-mongod.ts';

const { uri } = await startOwnMongod({ hasTestCommands: true });
const service = await startOwnService({ ...punctual, MONGODB_URI: uri, MONGODB_DB: 'connections' });
const client = clientOf(service.app.system);
const admin = client.db('admin');

const writesAtOnce = 12;
/** More connections than any statement has retries. */
const brokenConnections = 4;
const writeCommands = ['insert', 'update', 'findAndModify', 'delete', 'commitTransaction'];

const projects = await Promise.all(
  Array.from({ length: 4 }, async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    return { project, entryId: await publishEntry(project, 'page', { title: 'First' }) };
  }),
);

interface Write extends ApiAnswer {
  isCreation: boolean;
}

/** Sends creations and changes at once, spread over the projects. */
function sendWrites(): Promise<Write[]> {
  return Promise.all(
    Array.from({ length: writesAtOnce }, async (_, n) => {
      const { project, entryId } = projects[n % projects.length] ?? never();
      const title = randomUUID();
      const kind = n % 3;
      const response = await sendWrite(project.secret, { kind, title, entryId });
      return { ...response, isCreation: kind > 0 };
    }),
  );
}

function sendWrite(
  client: ApiClient,
  { kind, title, entryId }: { kind: number; title: string; entryId: string },
) {
  if (kind === 0) return client.patch(`/v1/content/page/${entryId}`, { values: { title } });
  if (kind === 1) return client.post('/v1/blog/articles', { title, slug: title, publish: true });
  const entry = { values: { title }, publish: true };
  return client.post('/v1/content/page/entries', entry, { 'Idempotency-Key': title });
}

async function countRows(): Promise<number> {
  const db = databaseOf(service.app.system);
  const counts = await Promise.all(
    ['entries', 'articles'].map((name) => db.collection(name).countDocuments()),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function never(): never {
  throw new Error('there is no project');
}

/** Every command that the writes send to a collection, as `insert entries`; a commit has no collection. */
async function commandsOfWrites(): Promise<string[]> {
  const seen = new Set<string>();
  const note = ({ commandName, command }: CommandStartedEvent) => {
    if (!writeCommands.includes(commandName)) return;
    const collection = commandName === 'commitTransaction' ? '' : String(command[commandName]);
    seen.add(`${commandName} ${collection}`.trim());
  };
  client.on('commandStarted', note);
  await sendWrites();
  client.off('commandStarted', note);
  return [...seen].sort();
}

async function withBrokenConnections(command: string, work: () => Promise<Write[]>): Promise<Write[]> {
  const [name, collection] = command.split(' ');
  const namespace = collection === undefined ? {} : { namespace: `connections.${collection}` };
  const data = { failCommands: [name], ...namespace, closeConnection: true };
  const mode = { times: brokenConnections };
  await admin.command({
    configureFailPoint: 'failCommand',
    mode,
    data: { ...data, blockConnection: true, blockTimeMS: 120 },
  });
  const writes = await work();
  await admin.command({ configureFailPoint: 'failCommand', mode: 'off' });
  return writes;
}

/** What is wrong with the responses: a status other than success or 503 with `Retry-After`. */
function wrongResponses(command: string, writes: readonly Write[]): string[] {
  return writes.flatMap(({ status, text, headers }) => {
    const isRight = status === 503 ? headers.get('Retry-After') !== null : status === 200 || status === 201;
    return isRight ? [] : [`${command}: ${status} ${text}`];
  });
}

describe('connections that break together while clients write', async () => {
  const commands = await commandsOfWrites();

  it('meet every collection of a write', () => {
    expect(commands).toEqual(expect.arrayContaining(['insert entries', 'insert events', 'insert audit']));
    expect(commands).toEqual(expect.arrayContaining(['commitTransaction', 'findAndModify projects']));
  });

  it('make no 500, and a write that succeeded is stored once', async () => {
    const before = await countRows();
    const wrong: string[] = [];
    let created = 0;
    let doubtful = 0;
    for (const command of [...commands, ...commands]) {
      const writes = await withBrokenConnections(command, sendWrites);
      wrong.push(...wrongResponses(command, writes));
      created += writes.filter(({ status }) => status === 201).length;
      doubtful += writes.filter(({ status, isCreation }) => status === 503 && isCreation).length;
    }
    console.log(`${commands.join(', ')}: ${created} created, ${doubtful} creations got 503`);

    expect(wrong).toEqual([]);
    const stored = (await countRows()) - before;
    expect(stored).toBeGreaterThanOrEqual(created);
    expect(stored).toBeLessThanOrEqual(created + doubtful);
  });
});
