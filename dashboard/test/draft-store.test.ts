import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeService, isRefused, type Key, keys, type Network, Tab } from './support/draft-world.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** Longer than every pause before a save, a copy or another attempt, with its requests. */
const settledMs = 40_000;

interface World {
  service: FakeService;
  tabs: readonly Tab[];
  /** What each tab typed last into each field, unless somebody decided against it. */
  typed: readonly Map<Key, string>[];
}

/** One thing that people, browsers or the network do. */
type Step = (world: World) => Promise<unknown> | void;

const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new RangeError(`${index}`);
  return found;
};
const tab = fc.nat({ max: 1 });
const network = fc.constantFrom<Network>('up', 'deaf', 'down');

function resolve({ tabs, typed }: World, index: number, choice: 'mine' | 'theirs'): void {
  const { store } = at(tabs, index);
  const { conflicts } = store.state();
  if (conflicts.length === 0) return;
  if (choice === 'theirs') for (const { key } of conflicts) at(typed, index).delete(key as Key);
  void store.resolve(new Map(conflicts.map((conflict) => [conflict, choice])));
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(tab, fc.constantFrom(...keys), fc.string({ minLength: 1, maxLength: 3 }))
      .map(([index, key, text]): Step => ({ tabs, typed }) => {
        at(tabs, index).store.change(key, text);
        at(typed, index).set(key, text);
      }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(20, 45, 300, 800, 9_000).map(
      (ms): Step =>
        () =>
          wait(ms),
    ),
  },
  network.map(
    (state): Step =>
      ({ service }) =>
        void (service.network = state),
  ),
  tab.map(
    (index): Step =>
      ({ tabs }) =>
        void at(tabs, index).store.pull(),
  ),
  tab.map(
    (index): Step =>
      ({ tabs }) =>
        void at(tabs, index).store.flush(),
  ),
  tab.map(
    (index): Step =>
      ({ tabs }) =>
        at(tabs, index).reload(),
  ),
  fc.tuple(tab, fc.constantFrom('mine' as const, 'theirs' as const)).map(
    ([index, choice]): Step =>
      (world) =>
        resolve(world, index, choice),
  ),
);

function newWorld(): World {
  const service = new FakeService();
  return { service, tabs: [new Tab(service), new Tab(service)], typed: [new Map(), new Map()] };
}

/** What was typed is on the screen, in this browser's copy, or was stored. */
function expectNothingLost({ service, tabs, typed }: World): void {
  for (const [index, fields] of typed.entries())
    for (const [key, text] of fields) {
      const isKept = at(tabs, index).store.valueOf(key) === text || service.held.get(key)?.has(text) === true;
      expect(isKept, `tab ${index} lost "${text}" of ${key}`).toBe(true);
    }
}

/** The network is back, people answer what they are asked, and everything comes to rest. */
async function comeToRest(world: World): Promise<void> {
  world.service.network = 'up';
  for (let round = 0; round < 6; round += 1) {
    for (const index of world.tabs.keys()) {
      resolve(world, index, 'mine');
      void at(world.tabs, index).store.pull();
    }
    await wait(settledMs);
  }
}

describe('a draft in two tabs, over a network that fails', () => {
  it('loses nothing that was typed, and ends with the same in both tabs and in the service', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const world = newWorld();
        for (const run of steps) {
          await run(world);
          expectNothingLost(world);
        }
        await comeToRest(world);

        expectNothingLost(world);
        for (const { store, copy } of world.tabs) {
          const { phase } = store.state();
          const unsaved = keys.filter((key) => isRefused(store.valueOf(key)));
          expect(phase).toBe(unsaved.length > 0 ? 'rejected' : 'saved');
          expect(Object.keys(copy?.values ?? {}).toSorted()).toEqual(unsaved.toSorted());
          for (const key of keys)
            if (!unsaved.includes(key)) expect(store.valueOf(key)).toBe(world.service.draft[key]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('asks nobody to choose between one’s own texts, whatever answers were lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.string({ maxLength: 3 }), network, fc.constantFrom(20, 800, 9_000))),
        async (texts) => {
          const service = new FakeService();
          const { store } = new Tab(service);
          for (const [text, state, ms] of texts) {
            service.network = state;
            store.change('title', text);
            await wait(ms);
            expect(store.state().conflicts).toEqual([]);
          }
        },
      ),
    );
  });
});

describe('a save that is too large', () => {
  it('is not sent again: its largest field waits until it is changed, and the others are saved', async () => {
    const service = new FakeService();
    service.charsMax = 60;
    const { store } = new Tab(service);
    store.change('title', 'short');
    store.change('body', 'x'.repeat(80));
    await wait(settledMs);
    expect(service.draft).toEqual({ title: 'short', body: '' });
    expect(service.saves).toBe(2);
    expect(store.state().phase).toBe('rejected');
    expect([...store.state().errors.keys()]).toEqual(['body']);

    store.change('body', 'x'.repeat(20));
    await wait(settledMs);
    expect(service.draft['body']).toBe('x'.repeat(20));
    expect(store.state().phase).toBe('saved');
  });
});

describe('two people in one draft', () => {
  it('keep both what they changed in different fields', async () => {
    const { service, tabs } = newWorld();
    at(tabs, 0).store.change('title', 'mine');
    at(tabs, 1).store.change('body', 'yours');
    await wait(settledMs);

    expect(service.draft).toEqual({ title: 'mine', body: 'yours' });
    expect(at(tabs, 0).store.state().conflicts).toEqual([]);
  });

  it('choose where both changed one field, and the other text waits until then', async () => {
    const { service, tabs } = newWorld();
    const other = at(tabs, 1).store;
    at(tabs, 0).store.change('title', 'mine');
    await wait(710);
    other.change('title', 'yours');
    await wait(settledMs);
    expect(other.state()).toMatchObject({
      phase: 'conflict',
      conflicts: [{ key: 'title', mine: 'yours', theirs: 'mine' }],
    });
    expect(service.draft['title']).toBe('mine');

    void other.resolve(new Map(other.state().conflicts.map((conflict) => [conflict, 'mine'])));
    await wait(settledMs);
    expect(service.draft['title']).toBe('yours');
  });
});

describe('the removal of an item', () => {
  const removal = async (steps: (tab: Tab, service: FakeService) => void) => {
    const service = new FakeService();
    const one = new Tab(service);
    steps(one, service);
    let failure: unknown = null;
    one.store
      .remove(() => service.remove(() => void one.store.pull()))
      .catch((error: unknown) => (failure = error));
    await wait(settledMs);
    return { service, one, failure };
  };

  it('is never followed by a read of what is gone, though the change log reports it before the answer', async () => {
    const { service, one, failure } = await removal(() => undefined);
    void one.store.pull();
    await wait(settledMs);

    expect(failure).toBeNull();
    expect(service.isRemoved).toBe(true);
    expect(service.readsAfterRemoval).toBe(0);
  });

  it('takes what was typed with it, also while a save is under way', async () => {
    const { service, one } = await removal(({ store }) => {
      store.change('title', 'under way');
      void store.flush();
      store.change('body', 'not sent');
    });
    one.store.change('body', 'too late');
    await wait(settledMs);

    expect(one.store.state()).toMatchObject({ phase: 'saved', unsavedCount: 0 });
    expect(one.copy).toBeNull();
    expect(service.draft['title']).toBe('under way');
    expect(service.held.get('body')).not.toContain('too late');
  });

  it('that is refused leaves everything as it was, and the editor goes on', async () => {
    const { service, one, failure } = await removal(({ store }, broken) => {
      broken.network = 'down';
      store.change('title', 'still here');
    });
    expect(failure).toBeInstanceOf(TypeError);
    expect(one.store.valueOf('title')).toBe('still here');
    service.network = 'up';
    await wait(settledMs);

    expect(service.draft['title']).toBe('still here');
  });
});
