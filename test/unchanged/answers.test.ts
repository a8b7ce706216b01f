import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { beforeAll, describe, expect, it } from 'vitest';
import { startMediaService } from '../support/media.ts';
import { makeContent } from './content-set.ts';
import { askEveryRoute, routesWithoutSuccess } from './every-route.ts';
import { Masks } from './masks.ts';
import { type Recorded, Recorder } from './recorder.ts';
import { askReads, askWrites } from './requests.ts';

/** One project each: the things of `route-samples.ts`, and one of everything. */
type Recording = Record<'every_route' | 'content', Recorded[]>;

const file = new URL('answers.json', import.meta.url);
const { service, store } = await startMediaService();

let now: Recording;
let then: Recording;
beforeAll(async () => {
  const samples = new Recorder(await service.newProject(), new Masks(store.settings));
  const content = new Recorder(await service.newProject(), new Masks(store.settings));
  await Promise.all([askEveryRoute(samples), askContent(content)]);
  now = { every_route: samples.answers, content: content.answers };
  if (process.env['UNCHANGED_RECORD'] === '1') writeFileSync(file, await asWritten(now));
  then = JSON.parse(readFileSync(file, 'utf8')) as Recording;
}, 300_000);

async function askContent(recorder: Recorder): Promise<void> {
  const made = await makeContent(recorder);
  await askReads(recorder, made);
  await askWrites(recorder, made);
}

async function asWritten(recording: Recording): Promise<string> {
  const path = file.pathname;
  return format(JSON.stringify(recording, null, 1), { ...(await resolveConfig(path)), filepath: path });
}

/** Texts, since the order of keys counts. */
const lines = (answer: Recorded | undefined) => JSON.stringify(answer, null, 2);

describe('the answers of /v1', () => {
  it.each(['every_route', 'content'] as const)('are byte for byte as they were recorded: %s', (part) => {
    const nameOf = ({ request, keys }: Recorded) => `${request} [${keys.join(', ')}]`;

    expect(now[part].map(nameOf)).toEqual(then[part].map(nameOf));
    for (const [i, answer] of now[part].entries())
      expect(lines(answer), `the answer to ${nameOf(answer)}`).toBe(lines(then[part][i]));
  });

  it('are recorded for every route, each with success at least once', () => {
    expect(routesWithoutSuccess([...now.every_route, ...now.content])).toEqual([]);
  });

  it('tell nobody to wait', () => {
    const waiting = [...now.every_route, ...now.content].filter(({ headers }) => 'retry-after' in headers);

    expect(waiting.map(({ request }) => request)).toEqual([]);
  });
});
