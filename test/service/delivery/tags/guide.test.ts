import { describe, expect, it } from 'vitest';
import { expectDone, inMs } from '../../../support/content.ts';
import { guideBlocks } from '../../../support/guide.ts';
import { startService } from '../../../support/service.ts';
import { bare, revisionOf, tagsIn } from '../../../support/delivery/holding.ts';

const service = await startService();

/** A request and its answer as a page shows them. */
function exampleAt(index: number) {
  const [request = '', answer = ''] = (guideBlocks('build/cache-tags.md', 'http')[index] ?? '').split('\n\n');
  const [first = '', ...lines] = request.split('\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
  return { path: first.split(' ')[1] ?? '', headers, answer };
}

/** Tags without what differs from project to project. */
const kinds = (tags: readonly string[]) => tags.map((tag) => bare(tag).replace(/_[0-9a-z]{26}$/, '')).sort();

describe('docs/build/cache-tags.md', () => {
  it('shows what a read and the feed answer', async () => {
    const project = await service.newProject();
    const author = expectDone(await project.secret.post('/v1/authors', { name: 'Nell' })).id as string;
    const kites = { title: 'Kites', authors: [author], publish: true };
    expectDone(await project.secret.post('/v1/blog/articles', kites));
    const later = { title: 'Later', publish: true, published_at: inMs(3_600_000) };
    expectDone(await project.secret.post('/v1/blog/articles', later));
    const [read, feed] = [exampleAt(0), exampleAt(1)];
    const { Authorization: _key, ...headers } = read.headers;

    const answer = await project.publishable.get(read.path, headers);
    const since = await revisionOf(project);
    expectDone(await project.secret.patch(`/v1/authors/${author}`, { name: 'Nelly' }));
    const changes = await project.publishable.get(feed.path.replace(/since=\d+/, `since=${since}`));

    const [status = '', ...shown] = read.answer.trim().split('\n');
    expect(status).toBe(`${answer.status} OK`);
    const named = Object.fromEntries(shown.map((line) => line.split(': ') as [string, string]));
    for (const name of Object.keys(named)) expect(answer.headers.get(name), name).not.toBeNull();
    expect(kinds(tagsIn(answer))).toEqual(kinds((named['X-Cache-Tags'] ?? '').split(' ')));
    const body = JSON.parse(feed.answer) as Record<string, unknown>;
    expect(changes.body).toMatchObject({ changed: body['changed'], events: body['events'] });
    expect(Object.keys(changes.body as object)).toEqual(expect.arrayContaining(Object.keys(body)));
    expect(kinds(changes.body.tags as string[])).toEqual(kinds(body['tags'] as string[]));
  });
});
