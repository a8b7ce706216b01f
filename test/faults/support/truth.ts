import { expect } from 'vitest';
import type { App } from '../../../src/server/app.ts';
import type { EventRecord } from '../../../src/projects/events/schema.ts';
import type { Receiver } from '../../support/receiver.ts';
import type { TestProject } from '../../support/service.ts';
import { bodiesById, deliveriesOf, eventsOf, idsOf, statesOf, unevenness } from './outbox.ts';
import type { WrittenEntry, Writers } from './writers.ts';
import { storedRows } from '../../support/audit/rows.ts';
import { databaseOf } from '../../support/database.ts';

/** Everything that a fault may have spoilt. */
export interface Written {
  app: App;
  project: TestProject;
  writers: Writers;
  receivers: readonly Receiver[];
  endpointIds: readonly string[];
}

/**
 * Holds what is stored, read and received against what was written: each acknowledged write is readable, each change
 * has exactly its one event, each event reaches each endpoint under one id with one body. Answers how many events.
 */
export async function expectNothingLost(written: Written): Promise<number> {
  const { app, project, writers, receivers, endpointIds } = written;
  const events = await eventsOf(app, project.id);
  const wanted = idsOf(events, endpointIds);
  await expect
    .poll(() => statesOf(app, project.id), { timeout: 120_000, interval: 500 })
    .toEqual({ delivered: wanted.length });

  for (const { path, acknowledged, doubted } of writers.entries) {
    const possible = [acknowledged, ...(doubted === null ? [] : [doubted])].map(expected);
    expect(possible, path).toContain(await seen(project, path));
  }
  await expectWhole(app, project.id, events);
  await expectEachNoted(app, project.id, events);
  const changes = [...new Set(events.map(({ project_revision }) => project_revision))];
  expect(unevenness(changes), 'a revision without an event').toEqual([]);
  expect((await project.secret.get('/v1/changes')).body.version).toBe(changes.at(-1));

  expect((await deliveriesOf(app, project.id)).map(({ _id }) => _id).sort()).toEqual(wanted);
  const bodies = bodiesById(receivers.flatMap(({ received }) => received));
  expect([...bodies.keys()].sort()).toEqual(wanted);
  expect([...bodies.values()].filter(({ size }) => size !== 1)).toEqual([]);
  return events.length;
}

/** Each change of an entry has exactly its one row in the audit log, whose numbers have no gap (specification: audit). */
async function expectEachNoted(app: App, projectId: string, events: readonly EventRecord[]): Promise<void> {
  const rows = await storedRows(app, projectId);
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
  const noted = rows.filter(({ action, visible }) => visible && action.startsWith('entry.'));
  const told = events.filter(({ name }) => name.startsWith('content.entry.'));
  expect(noted.map(({ subject }) => subject.id).sort()).toEqual(told.map(({ subject }) => subject).sort());
}

/** What readers see of an entry now: its number, or the code of the refusal. */
async function seen({ secret }: TestProject, path: string): Promise<number | string> {
  const { status, body } = await secret.get(path);
  return status === 200 ? Number(body.values.n) : String(body.error.code);
}

function expected({ n, isLive, isGone }: WrittenEntry['acknowledged']): number | string {
  if (isGone) return 'unknown_entry';
  return isLive ? n : 'entry_not_published';
}

/** Every change of every entry has exactly its one event, and an entry is gone exactly when its last event says so. */
async function expectWhole(
  { system }: App,
  projectId: string,
  events: readonly EventRecord[],
): Promise<void> {
  const stored = await databaseOf(system)
    .collection<{ id: string; revision: number }>('entries')
    .find({ project_id: projectId })
    .toArray();
  const revisions = new Map(stored.map(({ id, revision }) => [id, revision]));
  const bySubject = new Map<string, EventRecord[]>();
  for (const event of events.filter(({ name }) => name.startsWith('content.entry.'))) {
    bySubject.set(event.subject, [...(bySubject.get(event.subject) ?? []), event]);
  }
  for (const [id, told] of bySubject) {
    const isGone = told.at(-1)?.name === 'content.entry.deleted';
    const kept = told.filter(({ name }) => name !== 'content.entry.deleted').map(({ revision }) => revision);
    expect([kept[0], unevenness(kept)], `events of ${id}`).toEqual([1, []]);
    expect(revisions.get(id), `revision of ${id}`).toBe(isGone ? undefined : kept.at(-1));
  }
  expect([...revisions.keys()].filter((id) => !bySubject.has(id))).toEqual([]);
}
