import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { expectDone } from '../../support/content.ts';
import { storeVariables } from '../../support/media.ts';
import { startReceiver } from '../../support/receiver.ts';
import { readSite } from '../../support/recorded/reads.ts';
import { readable, Recording } from '../../support/recorded/recording.ts';
import { buildSite, dates, Site } from '../../support/recorded/site.ts';
import { runJob } from '../../support/publishing/due-work.ts';
import { setClock } from '../../support/publishing/clock.ts';
import { startOwnService, testVariables } from '../../support/service.ts';
import { openTimelessStore } from '../../support/test-store.ts';
import { newFolder } from '../../support/transfer/installations.ts';
import { newEndpoint } from '../../support/webhooks/endpoints.ts';
import { cleanup } from '../../support/cleanup.ts';

const fixture = join(import.meta.dirname, 'recorded-responses.txt');
const store = await openTimelessStore();
cleanup(() => store.stop());
const service = await startOwnService({
  ...storeVariables(store.settings),
  S3_PUBLIC_URL: 'http://files.test',
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
});

/** Records what the project's site, its receiver and its operator get. */
async function record(): Promise<string> {
  const recording = new Recording();
  setClock(service, Date.parse('2030-01-15T10:00:00.000Z'));
  const project = await service.newProject({ oneLocale: true });
  const receiver = await startReceiver();
  await newEndpoint(service.app, project, { receiver, withTags: true });
  const site = new Site(service, project, recording);
  const ids = await buildSite(site);
  await readSite(site, ids);
  await addDescriptions(site);
  await addFiles(recording, ['export', '--out'], project.id);
  await addFiles(recording, ['schema', 'pull', '--file'], project.id);
  await addDeliveries(site, receiver);
  return recording.toString();
}

/**
 * Records what the descriptions contain about the content types of the project. The rest describes the API and changes
 * with each new endpoint.
 */
async function addDescriptions({ project, recording }: Site): Promise<void> {
  const introspection = expectDone(await project.secret.get('/v1/introspection')) as Record<string, unknown>;
  const parts = ['project', 'release', 'releases', 'content_types', 'blocks', 'relations', 'locales'];
  const own = Object.entries(introspection).filter(([key]) => parts.includes(key));
  recording.add('GET /v1/introspection, parts of the project', inLines(own));
  const { components } = expectDone(await project.secret.get('/v1/openapi.json'));
  const schemas = Object.entries(components.schemas as Record<string, unknown>);
  const ofTypes = schemas.filter(([name]) => /specimen|page|settings|banner|columns/i.test(name));
  recording.add('GET /v1/openapi.json, schemas of content types', inLines(ofTypes));
}

/** The counter orders writes. Its numbers depend on how often a write that met another one ran. */
const withoutCounter = (text: string) =>
  text.replace(/"((?:write|base|clone)_seq)": \d+/g, '"$1": "<number>"');

const inLines = (entries: [string, unknown][]) => readable(JSON.stringify(Object.fromEntries(entries)));

/** Records the files that a command writes. */
async function addFiles(
  recording: Recording,
  [command, ...rest]: readonly string[],
  projectId: string,
): Promise<void> {
  const folder = join(await newFolder(), 'files');
  const target = command === 'export' ? folder : join(folder, 'schema.json');
  if (command !== 'export') await mkdir(folder);
  const variables = testVariables({
    ...storeVariables(store.settings),
    MONGODB_DB: service.app.config.MONGODB_DB,
  });
  const args = [String(command), ...rest, target, '--project', projectId, '--json'];
  const { out, exitCode } = await runCommand(args, variables, folder);
  expect(exitCode, out).toBe(0);
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    if (!/json$/.test(name)) continue;
    const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n');
    recording.add(
      `galley ${[command, ...rest].join(' ')}: ${name}`,
      withoutCounter(lines.map(readable).join('\n')),
    );
  }
}

/** Records the deliveries of all events, in the order of their changes. */
async function addDeliveries(
  { project, recording }: Site,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
): Promise<void> {
  for (const date of Object.values(dates)) {
    setClock(service, Date.parse(date));
    await runJob(service);
  }
  await service.app.start();
  const names = await project.events();
  const deliveries = await receiver.got(names.length, 60_000);
  const sorted = deliveries
    .map(({ headers, raw, body }) => ({ headers, raw, key: `${body.created_at} ${body.event} ${body.id}` }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { headers, raw } of sorted) {
    const own = Object.keys(headers).filter((name) => name.startsWith('x-'));
    recording.add(`Delivery with ${own.sort().join(', ')}`, readable(raw));
  }
}

/** The first line that differs, under its title; null if none does. */
function firstDifference(expected: string, actual: string): string | null {
  const [old, now] = [expected.split('\n'), actual.split('\n')];
  const at = old.findIndex((line, i) => line !== now[i]);
  if (at === -1) return old.length === now.length ? null : `more lines, from: ${String(now[old.length])}`;
  const title = old.slice(0, at + 1).findLast((line) => line.startsWith('### '));
  return `${String(title)}\nline ${at + 1}, recorded: ${String(old[at])}\nnow: ${String(now[at])}`;
}

it('responses to a project with one locale equal the recorded ones', { timeout: 180_000 }, async () => {
  const actual = await record();
  if (process.env['RECORD'] === 'on') await writeFile(fixture, actual);

  expect(firstDifference(await readFile(fixture, 'utf8'), actual)).toBeNull();
});
