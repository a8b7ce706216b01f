import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { removeWithoutRefetch } from '../src/api/http/deleted-queries.ts';
import { createQueryClient } from '../src/api/http/query-client.ts';

const author = '/v1/authors/aut_1';

/** A screen that shows what is said of an author, and what it asks. */
async function shown(path: string) {
  const client = createQueryClient();
  const asked: string[] = [];
  const queryKey = ['project', 'prj_1', 'authors', null, path, {}];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => {
      asked.push(path);
      return Promise.resolve(asked.length);
    },
  });
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().data).toBe(1);
  const hear = () => client.invalidateQueries({ queryKey: ['project', 'prj_1', 'authors'] });
  return { client, asked, observer, leave, hear };
}

it.each([author, `${author}/referenced-by`, '/referenced-by/aut_1', '/versions/aut_1', 'aut_1'])(
  'nothing is asked about %s from its deletion on',
  async (path) => {
    const { client, asked, hear, leave } = await shown(path);

    await removeWithoutRefetch(client, author, hear); // the change log reports it before the answer
    await hear();
    expect(asked.length).toBe(1);

    leave();
    expect(client.getQueryCache().getAll()).toEqual([]); // it may come back out of the trash, and is asked about anew
  },
);

it.each(['/v1/authors', '/v1/authors/aut_12', '/referenced-by/aut_2'])(
  '%s is asked about while an author is deleted',
  async (path) => {
    const { client, asked, hear } = await shown(path);

    await removeWithoutRefetch(client, author, hear);

    expect(asked.length).toBe(2);
  },
);

it('a deletion that is refused lets the screen ask again', async () => {
  const { client, asked, observer } = await shown(author);

  const refused = removeWithoutRefetch(client, author, () => Promise.reject(new Error('in use')));

  await expect(refused).rejects.toThrow('in use');
  await expect.poll(() => observer.getCurrentResult().data).toBe(2);
  expect(asked.length).toBe(2);
});

it('a question that is on its way ends before the deletion is sent', async () => {
  const { client, observer } = await shown(author);
  const signals: AbortSignal[] = [];
  observer.setOptions({
    ...observer.options,
    queryFn: ({ signal }) => new Promise<number>(() => signals.push(signal)),
  });
  void observer.refetch();
  await expect.poll(() => signals.length).toBe(1);

  await removeWithoutRefetch(client, author, () => {
    expect(signals[0]?.aborted).toBe(true);
    return Promise.resolve();
  });

  expect(observer.getCurrentResult()).toMatchObject({ data: 1, fetchStatus: 'idle' });
});
