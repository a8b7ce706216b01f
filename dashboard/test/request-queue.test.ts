import { expect, it } from 'vitest';
import { RequestQueue } from '../src/features/editing/draft/request-queue.ts';

it('requests that wait for the same one run one after the other, in their order', async () => {
  const lane = new RequestQueue();
  const seen: string[] = [];
  const request = (name: string) => async () => {
    seen.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve));
    seen.push(`${name} ends`);
    if (name === 'b') throw new Error('refused');
  };

  const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => lane.run(request(name))));

  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});
