import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { emitTestEvents } from '../support/events.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Command, startMongoProxy, type Verdict } from './support/mongo-proxy.ts';
import { eventsOf, idsOf, newEndpoint, statesOf } from './support/outbox.ts';
import { newScene } from './support/scene.ts';

/** An event may be this late while the stream is broken, in milliseconds. */
const lateMs = 30_000;
const eventsWhileBroken = 5;

const scene = await newScene();
const { app } = scene.service;

const opens = ({ name, body }: Command) =>
  name === 'aggregate' && Array.isArray(body['pipeline']) && '$changeStream' in (body['pipeline'][0] ?? {});
/** At database level the stream's cursor belongs to no collection. */
const asksForMore = ({ name, target }: Command) => name === 'getMore' && target === '$cmd.aggregate';

const refused = (code: number, codeName: string) => ({
  reply: { ok: 0, code, codeName, errmsg: codeName, errorLabels: ['NonResumableChangeStreamError'] },
});
const nothingNew = ({ body }: Command, of: string) => ({
  reply: { ok: 1, cursor: { id: body['getMore'] as bigint, ns: `${of}.$cmd.aggregate`, nextBatch: [] } },
  afterMs: 300,
});

/** The ways in which a stream breaks, by what the database answers. */
const faults: [name: string, judge: (command: Command) => Verdict, isNoticed: boolean][] = [
  [
    'has lost its history (ChangeStreamHistoryLost) and cannot be opened again',
    (command) => (opens(command) || asksForMore(command) ? refused(286, 'ChangeStreamHistoryLost') : 'pass'),
    true,
  ],
  [
    'ends with ChangeStreamHistoryLost',
    (command) => (asksForMore(command) ? refused(286, 'ChangeStreamHistoryLost') : 'pass'),
    true,
  ],
  [
    'refuses its place (InvalidResumeToken)',
    (command) => (opens(command) || asksForMore(command) ? refused(260, 'InvalidResumeToken') : 'pass'),
    true,
  ],
  [
    'cannot be read (ChangeStreamFatalError)',
    (command) => (asksForMore(command) ? refused(280, 'ChangeStreamFatalError') : 'pass'),
    true,
  ],
  [
    'is open and tells nothing, as one from the future',
    (command) => (asksForMore(command) ? nothingNew(command, app.config.MONGODB_DB) : 'pass'),
    false,
  ],
  ['is never answered', (command) => (asksForMore(command) ? 'hold' : 'pass'), true],
];

/** Tells some events, one after the other, each when the one before has arrived. Answers the longest way. */
async function tellAndWait(projectId: string, receiver: Receiver, count: number): Promise<number> {
  let longestMs = 0;
  for (let i = 0; i < count; i += 1) {
    const before = receiver.received.length;
    const begin = performance.now();
    await emitTestEvents(app, projectId, {});
    await receiver.got(before + 1, lateMs);
    longestMs = Math.max(longestMs, performance.now() - begin);
  }
  return longestMs;
}

describe('a change stream that', async () => {
  const proxy = await startMongoProxy();
  const { url } = await scene.start({ MONGODB_URI: proxy.uri });
  const unwell = async () => {
    const { problems } = (await (await fetch(`${url}/readyz`)).json()) as { problems: { part: string }[] };
    return problems.some(({ part }) => part === 'change_stream');
  };

  it.each(faults)(
    '%s costs no event and no loop, and works again when it can',
    async (_name, judge, isNoticed) => {
      const project = await scene.service.newProject();
      const receiver = await startReceiver();
      const endpointId = await newEndpoint(app, project.id, receiver.url);
      await tellAndWait(project.id, receiver, 1);
      const caughtBefore = proxy.caught.length;
      const begin = performance.now();

      proxy.judge = judge;
      await expect.poll(() => proxy.caught.length, { timeout: lateMs }).toBeGreaterThan(caughtBefore);
      if (isNoticed) await expect.poll(unwell, { timeout: lateMs }).toBe(true);
      const longestMs = await tellAndWait(project.id, receiver, eventsWhileBroken);
      await wait(2_000); // long enough for a loop to show
      const brokenMs = performance.now() - begin;
      const tries = proxy.caught.length - caughtBefore;
      proxy.judge = () => 'pass';

      console.log(
        `the slowest event took ${Math.round(longestMs)} ms; ${tries} tries in ${Math.round(brokenMs)} ms`,
      );
      expect(tries).toBeLessThan(5 + (4 * brokenMs) / 1_000); // a loop would try hundreds of times a second
      await expect.poll(unwell, { timeout: lateMs }).toBe(false);
      await tellAndWait(project.id, receiver, 3);
      const events = await eventsOf(app, project.id);
      await expect.poll(() => statesOf(app, project.id)).toEqual({ delivered: events.length });
      expect(receiver.received.map(({ body }) => body.id).sort()).toEqual(idsOf(events, [endpointId]));
    },
  );
});
