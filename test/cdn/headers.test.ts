import { describe, expect, it } from 'vitest';
import { keeping, tagsIn } from '../support/delivery/holding.ts';
import type { ApiAnswer } from '../support/client.ts';
import { expectDone, inMs } from '../support/content.ts';
import { newAsset, startMediaService } from '../support/media.ts';
import type { TestProject } from '../support/service.ts';
import { newSharedProject } from './support/mode.ts';

const { service } = await startMediaService();
const origin = 'https://site.example';

async function newBlog(cdn: Parameters<typeof newSharedProject>[1]) {
  const project = await newSharedProject(service, cdn);
  const author = expectDone(await project.secret.post('/v1/authors', { name: 'Nell' })).id as string;
  await publish(project, { title: 'Kites', authors: [author] });
  const { token } = await project.newKey({ purpose: 'publishable', origins: [origin] });
  return { project, reader: project.as(token) };
}

async function publish(project: TestProject, article: object): Promise<void> {
  expectDone(await project.secret.post('/v1/blog/articles', { ...article, publish: true }));
}

/** The numbers of `Cache-Control`. */
function secondsIn({ headers }: ApiAnswer): { stored: number; stale: number; onError: number } {
  const form = /^public, max-age=0, s-maxage=(\d+), stale-while-revalidate=(\d+), stale-if-error=(\d+)$/.exec(
    headers.get('Cache-Control') ?? '',
  );
  if (form === null) throw new Error(`not shared: ${headers.get('Cache-Control')}`);
  const [stored = 0, stale = 0, onError = 0] = form.slice(1).map(Number);
  return { stored, stale, onError };
}

const ofBudgets = ({ headers }: ApiAnswer) =>
  [...headers.keys()].filter((name) => name.startsWith('x-ratelimit-'));

const paths = ['/v1/blog/articles/kites', '/v1/blog/articles', '/v1/authors', '/v1/introspection'];

describe.each([
  ['keyed', 'Authorization, Origin, Accept-Encoding', origin],
  ['edge', 'Accept-Encoding', '*'],
] as const)('with the profile %s a read with a publishable key', (profile, vary, allowed) => {
  it.each(paths)('may be stored, and says by which tags it is purged: %s', async (path) => {
    const { reader } = await newBlog({ profile });

    const answer = await reader.get(path, { Origin: origin });
    const asked = await reader.get(path, { Origin: origin, ...keeping });

    expect(answer.status).toBe(200);
    expect(secondsIn(answer)).toEqual({ stored: 3600, stale: 60, onError: 86_400 });
    const tags = tagsIn(asked);
    expect(tags.length).toBeGreaterThan(0);
    expect(answer.headers.get('Surrogate-Key')).toBe(tags.join(' '));
    expect(answer.headers.get('Cache-Tag')).toBe(tags.join(','));
    expect(answer.headers.get('X-Cache-Tags')).toBeNull();
    expect(answer.headers.get('Vary')).toBe(vary);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(allowed);
    expect(ofBudgets(answer)).toEqual([]);
    expect(answer.headers.get('X-Request-Id')).toMatch(/^req_/);
  });

  it('says the same with 304, and to HEAD', async () => {
    const { reader } = await newBlog({ profile });
    const path = '/v1/blog/articles/kites';
    const first = await reader.get(path, { Origin: origin });
    const etag = first.headers.get('ETag') ?? '';

    const same = await reader.get(path, { Origin: origin, 'If-None-Match': etag });
    const head = await reader.send('HEAD', path, { headers: { Origin: origin } });

    expect([same.status, head.status]).toEqual([304, 200]);
    for (const answer of [same, head]) {
      for (const name of ['Cache-Control', 'Surrogate-Key', 'Cache-Tag', 'Vary', 'ETag'])
        expect(answer.headers.get(name), name).toBe(first.headers.get(name));
      expect(ofBudgets(answer)).toEqual([]);
    }
  });

  it('is stored for a minute at most where it finds nothing', async () => {
    const { reader } = await newBlog({ profile });

    const missing = await reader.get('/v1/blog/articles/none', { Origin: origin });

    expect(missing.status).toBe(404);
    expect(secondsIn(missing)).toEqual({ stored: 60, stale: 60, onError: 86_400 });
    expect(missing.headers.get('Surrogate-Key')).toContain('blog:');
    expect(missing.headers.get('Vary')).toBe(vary);
    expect(missing.headers.get('Access-Control-Allow-Origin')).toBe(allowed);
    expect(ofBudgets(missing)).toEqual([]);
  });
});

describe('the time for which an answer is stored', () => {
  it('is what the owner chose', async () => {
    const { reader } = await newBlog({ profile: 'keyed', max_age_seconds: 600, stale_seconds: 0 });

    expect(secondsIn(await reader.get('/v1/blog/articles'))).toEqual({
      stored: 600,
      stale: 0,
      onError: 86_400,
    });
  });

  it.each([
    // seconds to the date, and the most that may be said
    [30, { stored: 30, stale: 0, onError: 0 }],
    [100, { stored: 60, stale: 40, onError: 40 }],
    [1_000, { stored: 60, stale: 60, onError: 940 }],
  ])('ends with the date at which the answer does, %i s from now', async (seconds, most) => {
    const { project, reader } = await newBlog({ profile: 'keyed', max_age_seconds: 60 });
    const published_at = inMs(seconds * 1000);
    await publish(project, { title: 'Soon', published_at });

    for (const path of ['/v1/blog/articles', '/v1/blog/articles/soon']) {
      const said = secondsIn(await reader.get(path));
      const left = (Date.parse(published_at) - Date.now()) / 1000;

      expect(said.stored).toBeLessThanOrEqual(most.stored);
      expect(said.stored).toBe(Math.min(60, Math.max(said.stored, Math.floor(left))));
      for (const beyond of [said.stale, said.onError])
        expect(said.stored + beyond).toBeLessThanOrEqual(seconds);
      expect(said.stale).toBe(Math.min(60, said.onError));
      expect(most.onError - said.onError).toBeLessThan(10); // what the requests took
    }
  });

  it('is nothing in the last second', async () => {
    const { project, reader } = await newBlog({ profile: 'keyed' });
    const published_at = inMs(900);
    await publish(project, { title: 'Now', published_at });

    const missing = await reader.get('/v1/blog/articles/now');

    if (missing.status === 404) expect(secondsIn(missing)).toEqual({ stored: 0, stale: 0, onError: 0 });
    else expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(published_at)); // the machine stalled
  });

  it('never reaches beyond a signed address', async () => {
    const cdn = { profile: 'keyed', max_age_seconds: 86_400, stale_seconds: 600 } as const;
    const project = await newSharedProject(service, cdn, { privateMedia: true });
    const cover = await newAsset(project.secret);
    await publish(project, { title: 'Kites', featured_image_id: cover });

    const answer = await project.publishable.get('/v1/blog/articles/kites', keeping);

    const { stored, stale, onError } = secondsIn(answer);
    const left = (Date.parse(answer.headers.get('X-Cache-Until') ?? '') - Date.now()) / 1000;
    expect(left).toBeLessThan(3600);
    expect(stored).toBeLessThanOrEqual(Math.ceil(left));
    expect([stale, onError]).toEqual([0, 0]);
    expect(answer.text).toContain('X-Amz-Expires');
  });
});
