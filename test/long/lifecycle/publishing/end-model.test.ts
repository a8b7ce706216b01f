import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../../../support/content.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { runJob } from '../../../support/publishing/due-work.ts';
import {
  type Model,
  type Move,
  newModel,
  nextDate,
  seen,
  type Told,
  turn,
  write,
} from '../../../support/publishing/item-model.ts';

const service = await startOwnService();
const minute = 60_000;
const beginning = Date.parse('2027-03-05T12:00:00.000Z');

/** One step: how many minutes pass before it, and a move whose dates are in minutes from then; null runs the jobs. */
interface Step {
  waits: number;
  move: Move | null;
}

const value = fc.integer({ min: 1, max: 4 });
const ahead = fc.integer({ min: -5, max: 40 });
const orNull = (dates: fc.Arbitrary<number>) => fc.oneof({ arbitrary: dates, weight: 4 }, fc.constant(null));
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), value }),
  fc.record(
    { kind: fc.constant('publish' as const), value, from: orNull(ahead), until: orNull(ahead) },
    { requiredKeys: ['kind'] },
  ),
  fc.record({ kind: fc.constant('hide' as const) }),
  fc.record({ kind: fc.constant('end' as const), until: orNull(ahead) }),
  fc.record({ kind: fc.constant('change' as const), value, at: orNull(ahead) }),
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    waits: fc.integer({ min: 0, max: 25 }),
    move: fc.oneof({ arbitrary: move, weight: 5 }, fc.constant(null)),
  }),
  { minLength: 3, maxLength: 10 },
);

/** The move with its dates counted from a moment. */
function from(asked: Move, now: number): Move {
  const at = (minutes: number | null | undefined) => (minutes == null ? minutes : now + minutes * minute);
  if (asked.kind === 'end') return { ...asked, until: at(asked.until) ?? null };
  if (asked.kind === 'change') return { ...asked, at: at(asked.at) ?? null };
  if (asked.kind !== 'publish') return asked;
  const [start, until] = [at(asked.from), at(asked.until)];
  return {
    kind: 'publish',
    ...(asked.value === undefined ? {} : { value: asked.value }),
    ...(start === undefined ? {} : { from: start }),
    ...(until === undefined ? {} : { until }),
  };
}

const iso = (at: number | null | undefined) => (at == null ? at : new Date(at).toISOString());

/** The write as a client sends it. */
function bodyOf(asked: Move): object {
  const values = 'value' in asked && asked.value !== undefined ? { n: asked.value } : {};
  if (asked.kind === 'hide') return { publish: false };
  if (asked.kind === 'end') return { values, unpublish_at: iso(asked.until) };
  if (asked.kind === 'change') return { values, publish_at: iso(asked.at) };
  if (asked.kind === 'edit') return { values };
  return { values, publish: true, published_at: iso(asked.from), unpublish_at: iso(asked.until) };
}

class Entry {
  #model: Model = newModel;
  readonly #told: Told[] = [];
  #now = beginning;
  readonly #path: string;
  readonly #project: TestProject;

  constructor(project: TestProject, path: string) {
    this.#project = project;
    this.#path = path;
  }

  static async new(): Promise<Entry> {
    setClock(service, beginning);
    const project = await service.newProject();
    await defineType(project, 'page', { n: 'number' });
    const created = await project.secret.post('/v1/content/page/entries', { values: { n: 0 } });
    return new Entry(project, `/v1/content/page/${expectDone(created).id}`);
  }

  /** Lets time pass, and reads on both sides of each moment that comes meanwhile; no job runs. */
  async pass(minutes: number): Promise<void> {
    const then = this.#now + minutes * minute;
    const { live, change } = this.#model;
    const dates = [live?.from, live?.until, change?.at].filter(
      (at) => at != null && at > this.#now && at <= then,
    );
    for (const at of (dates as number[]).sort((a, b) => a - b)) {
      await this.#reads(at - 1);
      await this.#reads(at);
    }
    await this.#reads(then);
  }

  async #reads(now: number): Promise<void> {
    this.#now = now;
    setClock(service, now);
    const { publishable } = this.#project;
    const answer = await publishable.get(this.#path);
    const { body } = await publishable.get('/v1/changes');
    expect(answer.status === 404 ? null : answer.body.values.n).toBe(seen(this.#model, now));
    expect(body.next_scheduled_change).toBe(iso(nextDate(this.#model, now)));
  }

  async write(asked: Move): Promise<void> {
    const moved = from(asked, this.#now);
    const { model, told, isRefused } = write(this.#model, moved, this.#now);
    const answer = await this.#project.secret.patch(this.#path, bodyOf(moved));
    expect([answer.status, answer.body.error?.code]).toEqual(
      isRefused ? [400, expect.stringMatching(/^invalid_(un)?publish_at$/)] : [200, undefined],
    );
    await this.#becomes(model, told);
  }

  /** Two workers at once. */
  async runJobs(): Promise<void> {
    await Promise.all([runJob(service), runJob(service)]);
    const { model, told } = turn(this.#model, this.#now);
    await this.#becomes(model, told);
  }

  async #becomes(model: Model, told: readonly Told[]): Promise<void> {
    this.#model = model;
    this.#told.push(...told);
    const names = (await this.#project.events()).map((name) => name.replace('content.entry.', ''));
    const data = (await this.#project.eventData()).filter((_, i) => !names[i]?.startsWith('content.type'));
    const verbs = names.filter((name) => !name.startsWith('content.type'));
    expect(verbs).toEqual(this.#told.map(([verb]) => verb));
    const dated = this.#told.map(([, at], i) => (at === null ? null : data[i]?.['updated_at']));
    expect(dated).toEqual(this.#told.map(([, at]) => iso(at)));
    await this.#reads(this.#now);
  }
}

describe('starts, scheduled changes and ends of an entry', () => {
  it('are seen to the millisecond and told once and in order, in any order of writes, times and jobs', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const entry = await Entry.new();
        for (const { waits, move: asked } of taken) {
          await entry.pass(waits);
          await (asked === null ? entry.runJobs() : entry.write(asked));
        }
        await entry.pass(60);
        await entry.runJobs();
      }),
      { numRuns: 40 },
    );
  }, 240_000);
});
