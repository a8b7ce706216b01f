import { expect, it } from 'vitest';
import { commandsOfService } from '../../../support/commands.ts';
import { draftBy, reviewSite } from '../../../support/reviews.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();

it('lists rows with their reviews, and filters by them, with at most one command more', async () => {
  const { ada, bea } = await reviewSite(service);
  const read = (path: string) => commandsOfService(service.app.system, () => bea.does('GET', path));
  const entry = await draftBy(ada);
  const article = await ada.does('POST', '/blog/articles', { title: 'Post' });
  const lists = [
    ['/content/page/entries', entry.id],
    ['/blog/articles', article.id],
  ] as const;
  for (const [path, id] of lists) {
    await read(path);
    const before = await read(path);
    await ada.does('PUT', `/reviews/${id}`);
    await read(path);
    const withReview = await read(path);
    const filtered = await read(`${path}?review=requested`);

    expect(before).not.toEqual([]);
    for (const commands of [withReview, filtered])
      expect(commands.length).toBeLessThanOrEqual(before.length + 1);
    const { data } = await bea.does('GET', `${path}?review=requested`);
    expect(data).toMatchObject([{ id, review: { state: 'requested', outdated: false } }]);
    expect((await bea.does('GET', `${path}?review=approved`)).data).toEqual([]);
  }
});
