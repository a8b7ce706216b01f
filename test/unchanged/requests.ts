import type { ContentSet } from './content-set.ts';
import type { Recorder } from './recorder.ts';

/** Reads of the content set, in all the ways that lists can be asked for. */
export async function askReads(recorder: Recorder, made: ContentSet): Promise<void> {
  const page = await recorder.read('/v1/content/story?limit=1');
  await recorder.read(`/v1/content/story?limit=1&cursor=${page.body.meta.next_cursor}`);
  for (const path of [
    '/v1/content/story?sort=title&count=true',
    '/v1/content/story?sort=-price&limit=1&offset=1',
    `/v1/content/story?ids=${made.second},${made.hidden}`,
    '/v1/content/story?where[size]=small',
    '/v1/content/story?where[title][starts_with]=%C3%84&where[price][gte]=2',
    `/v1/content/story?where[next]=${made.hidden}`,
    `/v1/content/story?where[others][contains]=${made.coming}`,
    `/v1/content/story/${made.first}`,
    `/v1/content/story/${made.hidden}`,
    `/v1/content/story/${made.coming}`,
    '/v1/content/front',
    '/v1/content/story?sort=body',
    '/v1/content/story?where[nothing]=1',
    '/v1/content/story?cursor=bad',
    '/v1/authors?limit=1',
    `/v1/authors/${made.ada}`,
    '/v1/blog/articles',
    '/v1/blog/articles?category=news&author=ada-lowe&tag=wind&q=kites',
    `/v1/blog/articles/${made.kites}`,
    `/v1/blog/articles/${made.wind}`,
    '/v1/blog/articles?limit=1&media_urls=permanent',
    '/v1/blog/categories',
    `/v1/kb/collections/${made.help}`,
    `/v1/kb/sections?collection=${made.help}`,
    '/v1/kb/tree',
    `/v1/kb/articles?section=${made.repair}&q=glue`,
    '/v1/kb/articles?freshness=stale',
    `/v1/kb/articles/${made.answer}`,
    '/v1/changes?since=1',
  ])
    await recorder.read(path);
  for (const path of [
    `/v1/content/story/${made.second}/referenced-by`,
    '/v1/schema/content-types/story',
    '/v1/media?status=ready&content_type=image/',
    `/v1/media/${made.cover}`,
  ])
    await recorder.ask('GET', path);
}

/** Later writes: changes, refusals, tries, repetitions and removals. */
export async function askWrites(recorder: Recorder, made: ContentSet): Promise<void> {
  await recorder.write('PATCH', `/v1/content/story/${made.first}`, { values: { price: 11, teaser: null } });
  const story = `/v1/content/story/${made.second}`;
  await recorder.ask('PATCH', story, { body: { values: {} } });
  await recorder.ask('PATCH', story, { body: { values: { price: -1, size: 'huge' } } });
  await recorder.ask('PATCH', story, { body: { values: { code: 'c' } } }, 'a taken value');
  const stale = { body: { values: { price: 12 } }, headers: { 'If-Match': '"99"' } };
  await recorder.ask('PATCH', story, stale, 'If-Match: "99"');
  await recorder.ask('PATCH', `${story}?dry_run=true`, { body: { values: { price: 13 } } });
  const once = { body: { values: { title: 'Once' } }, headers: { 'Idempotency-Key': 'once' } };
  for (const note of ['Idempotency-Key', 'Idempotency-Key, again'])
    await recorder.ask('POST', '/v1/content/story/entries', once, note);
  await recorder.ask('DELETE', story, {}, 'referenced');
  await recorder.write('PATCH', `/v1/content/story/${made.coming}`, { publish: false });
  await recorder.ask('DELETE', `/v1/content/story/${made.coming}`);
  await recorder.ask('POST', '/v1/blog/articles', { body: { title: 'No', authors: ['aut_x'] } });
  await recorder.ask('DELETE', `/v1/authors/${made.ada}`, {}, 'with articles');
  await recorder.write('PATCH', `/v1/blog/articles/${made.wind}`, { publish: false });
  await recorder.ask('DELETE', `/v1/blog/articles/${made.wind}`);
  await askReleases(recorder, story);
  const vote = `/v1/kb/articles/${made.answer}/vote`;
  await recorder.ask('POST', vote, { body: { helpful: true }, key: 'publishable' });
}

async function askReleases(recorder: Recorder, story: string): Promise<void> {
  const spring = await recorder.write('POST', '/v1/releases', { name: 'Spring' });
  const autumn = await recorder.write('POST', '/v1/releases', { name: 'Autumn', from: spring.id });
  const inSpring = `?release=${spring.id}`;
  await recorder.write('PATCH', story + inSpring, { values: { title: 'Spring story' } });
  await recorder.ask('GET', '/v1/releases');
  await recorder.ask('GET', `/v1/releases/${spring.id}/diff`);
  await recorder.ask('GET', `/v1/releases/${spring.id}/diff/${story.split('/').at(-1)}`);
  await recorder.read(story + inSpring);
  await recorder.write('PATCH', `/v1/releases/${autumn.id}`, { name: 'Late autumn' });
  await recorder.ask('POST', `/v1/releases/${spring.id}/promote`);
  await recorder.ask('DELETE', `/v1/releases/${autumn.id}`);
  await recorder.ask('DELETE', `/v1/releases/${spring.id}`, {}, 'the default one');
  await recorder.read(story);
}
