import { expect } from 'vitest';
import { tellByHand as tellNow } from '../actor.ts';
import { invalidateManually } from '../../../src/projects/invalidations/service.ts';
import { inTransaction } from '../../../src/core/mongo/transaction/transaction.ts';
import type { CreateTarget, Target } from '../../../src/delivery/purges/schema.ts';
import { createTarget, listTargets } from '../../../src/delivery/purges/service.ts';
import type { App } from '../../../src/server/app.ts';
import { tester } from '../actor.ts';
import type { Received, Receiver } from '../receiver.ts';
import type { TestProject } from '../service.ts';

/** Retries and time-outs that a test can wait for, and receivers on this machine. */
export const quickPurges = {
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: '0.2,0.2,0.2,0.2,0.2',
  WEBHOOK_TIMEOUT_MS: '10000', // a machine on which others work stalls for seconds
};

/** What a purge says, as a receiver of its own reads it. */
export interface Purge {
  tags: string[];
  again: string[];
  version: number;
  since: number;
}

export function purgeIn({ body }: Pick<Received, 'body'>): Purge {
  return body.data as unknown as Purge; // the form that docs/build/cache-tags.md promises; tests look at each key
}

/** All tags that a receiver was told, new ones and repeated ones. */
export function tagsAt(receiver: Receiver, from = 0): Set<string> {
  const purges = receiver.received.slice(from).map(purgeIn);
  return new Set(purges.flatMap(({ tags, again }) => [...tags, ...again]));
}

/** A target of the project that leads to the receiver, signed and without repeats unless told otherwise. */
export async function newTarget(
  app: App,
  project: TestProject,
  receiver: Receiver | null,
  more: Partial<CreateTarget> = {},
) {
  const db = app.system.project(project.id);
  const address = receiver === null ? {} : { url: receiver.url };
  const input = { format: 'signed', repeat_seconds: [], ...address, ...more };
  const { target, secret } = await createTarget(db, input, {
    now: app.clock.now(),
    actor: tester,
    box: app.box,
  });
  return { db, id: target.id, secret: secret ?? '' };
}

/** The tag that every read of a project carries. */
export function allOf({ id }: Pick<TestProject, 'id'>): string {
  return `all:${id.slice(-8)}`;
}

/** A new target is found by the sweep, on a machine on which others work; in milliseconds. */
export const firstWithinMs = 40_000;

/** The same target once it was told of everything, as each is first. */
export async function settledTarget(
  app: App,
  project: TestProject,
  receiver: Receiver,
  more: Partial<CreateTarget> = {},
) {
  const made = await newTarget(app, project, receiver, more);
  await receiver.got(1, firstWithinMs);
  return made;
}

export async function targetIn(app: App, project: TestProject, id: string): Promise<Target> {
  const found = (await listTargets(app.system.project(project.id))).find((one) => one.id === id);
  if (found === undefined) throw new Error(`no target ${id}`);
  return found;
}

/** Tells one tag more by hand with each call of `tellOne`; `tags` are all of them so far. */
export function newTeller(app: App, project: TestProject) {
  const db = app.system.project(project.id);
  const tags: string[] = [];
  return {
    tags,
    tellOne: async () => {
      const tag = `tag_${tags.length}`;
      tags.push(tag);
      await tellNow(db, { tags: [tag], now: app.clock.now() });
    },
  };
}

/** Waits until a receiver was told exactly these, counted from one of its requests. */
export async function expectTold(
  receiver: Receiver,
  from: number,
  { tags, withinMs }: { tags: readonly string[]; withinMs: number },
): Promise<void> {
  const told = () => [...tagsAt(receiver, from)].sort();
  await expect.poll(told, { timeout: withinMs }).toEqual([...tags].sort());
}

/** Tells all of these by hand, in so many transactions one after another. */
export async function tellByHand(app: App, project: TestProject, tags: readonly string[], inOne: number) {
  const db = app.system.project(project.id);
  for (let from = 0; from < tags.length; from += inOne) {
    await inTransaction(app.system, { dryRun: false }, async (session) => {
      for (const tag of tags.slice(from, from + inOne))
        await invalidateManually(db.within(session), { tags: [tag], now: app.clock.now() });
    });
  }
}
