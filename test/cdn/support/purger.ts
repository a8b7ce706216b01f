import { expect } from 'vitest';
import { createTarget, listTargets } from '../../../src/delivery/purges/service.ts';
import { tester } from '../../support/actor.ts';
import type { TestProject, TestService } from '../../support/service.ts';
import type { Varnish } from './varnish.ts';

/** Receivers on this machine, and much time for them: others work on it. */
export const purging = { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' };

interface PurgerOptions {
  /** Seconds after which the same tags are sent once more. */
  repeatSeconds?: number[];
}

/** Makes a cache a purge target of projects, and waits until it was told of everything, as each is first. */
export async function startPurging(
  { app }: TestService,
  projects: readonly TestProject[],
  cache: Varnish,
  { repeatSeconds }: PurgerOptions = {},
): Promise<void> {
  const by = { now: app.clock.now(), actor: tester, box: app.box };
  const input = {
    format: 'varnish',
    url: cache.url,
    token: cache.token,
    ...(repeatSeconds === undefined ? {} : { repeat_seconds: repeatSeconds }),
  };
  const all = projects.map(({ id }) => app.system.project(id));
  for (const db of all) await createTarget(db, input, by);
  const untold = async () =>
    (await Promise.all(all.map((db) => listTargets(db)))).flat().filter((one) => one.last_purge_at === null);
  await expect.poll(untold, { timeout: 40_000, interval: 200 }).toEqual([]);
}
