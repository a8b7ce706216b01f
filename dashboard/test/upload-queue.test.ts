import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxConcurrent, UploadQueue } from '../src/api/upload/upload-queue.ts';

/** The uploads that are under way, each with the ways in which it can end. */
class FakeStorage {
  readonly running: { name: string; end: (error?: Error) => void }[] = [];
  readonly begun: string[] = [];
  most = 0;

  send = (file: File, { signal }: { signal: AbortSignal }): Promise<void> =>
    new Promise((resolve, reject) => {
      const upload = {
        name: file.name,
        end: (error?: Error) => {
          const place = this.running.indexOf(upload);
          if (place === -1) return;
          this.running.splice(place, 1);
          if (error === undefined) resolve();
          else reject(error);
        },
      };
      this.running.push(upload);
      this.begun.push(file.name);
      this.most = Math.max(this.most, this.running.length);
      signal.addEventListener('abort', () => upload.end(new Error('aborted')));
    });
}

/** What became of each file, by its name. */
type Model = Map<string, 'open' | 'failed' | 'done'>;
interface World {
  queue: UploadQueue;
  storage: FakeStorage;
  model: Model;
}
type Step = (world: World) => void;
const index = fc.nat({ max: 20 });
const chosen = <T>(list: readonly T[], place: number): T | undefined =>
  list[place % Math.max(1, list.length)];

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 4 }).map((count): Step => ({ queue, storage, model }) => {
    const names = Array.from({ length: count }, (_, at) => `file ${model.size + at}`);
    for (const name of names) model.set(name, 'open');
    queue.add(
      'project',
      names.map((name) => new File(['x'], name)),
      storage.send,
    );
  }),
  fc.tuple(index, fc.boolean()).map(([place, isRefused]): Step => ({ storage, model }) => {
    const upload = chosen(storage.running, place);
    if (upload === undefined) return;
    model.set(upload.name, isRefused ? 'failed' : 'done');
    upload.end(isRefused ? new Error('refused') : undefined);
  }),
  index.map((place): Step => ({ queue, model }) => {
    const file = chosen(queue.files(), place);
    if (file === undefined) return;
    if (file.state === 'failed') model.set(file.file.name, 'open');
    queue.retry(file.id);
  }),
  index.map((place): Step => ({ queue, model }) => {
    const file = chosen(queue.files(), place);
    if (file === undefined) return;
    model.delete(file.file.name);
    // Names are never used twice.
    model.set(`${file.file.name}, cancelled`, 'done');
    queue.cancel(file.id);
  }),
);

/** What the queue shows, in the words of the model. */
const shown = (queue: UploadQueue) =>
  new Map(
    queue
      .files()
      .map(({ file, state }) => [file.name, state === 'waiting' || state === 'sending' ? 'open' : state]),
  );
const kept = (model: Model) => new Map([...model].filter(([name]) => !name.endsWith('cancelled')));

describe('the upload queue', () => {
  it('sends every file once, a few at a time, whatever is refused, retried or cancelled', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const world: World = { queue: new UploadQueue(), storage: new FakeStorage(), model: new Map() };
        const { queue, storage, model } = world;
        for (const run of steps) {
          run(world);
          await new Promise((resolve) => setImmediate(resolve));
          expect(shown(queue)).toEqual(kept(model));
          const open = [...kept(model).values()].filter((state) => state === 'open').length;
          expect(storage.running.length).toBe(Math.min(open, maxConcurrent));
        }
        expect(storage.most).toBeLessThanOrEqual(maxConcurrent);
      }),
    );
  });

  it('begins files in the order in which they were added', async () => {
    const [queue, storage] = [new UploadQueue(), new FakeStorage()];
    const names = ['a', 'b', 'c', 'd', 'e'];
    queue.add(
      'project',
      names.map((name) => new File(['x'], name)),
      storage.send,
    );
    while (storage.running.length > 0) {
      storage.running[0]?.end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(storage.begun).toEqual(names);
  });

  it('clears what has ended, of one project alone', async () => {
    const [queue, storage] = [new UploadQueue(), new FakeStorage()];
    queue.add('one', [new File(['x'], 'done'), new File(['x'], 'open')], storage.send);
    queue.add('two', [new File(['x'], 'other')], storage.send);
    storage.running.find(({ name }) => name === 'done')?.end();
    storage.running.find(({ name }) => name === 'other')?.end();
    await new Promise((resolve) => setImmediate(resolve));

    queue.clearFinished('one');

    expect(queue.files().map(({ file }) => file.name)).toEqual(['open', 'other']);
  });
});
