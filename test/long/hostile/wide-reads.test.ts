import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createEntry, defineType, expectDone, inMs, publishEntry, refusal } from '../../support/content.ts';
import { bytesReadBy } from '../../support/commands.ts';
import { costOf } from '../../support/cost.ts';
import { startOwnService, startService } from '../../support/service.ts';
import { clientOf } from '../../support/database.ts';
import { newWidePages, pagesOf, wide } from '../../support/hostile/wide-pages.ts';

const mib = 1024 * 1024;
const bytesMax = 2 * mib;
const small = await startService({ RESPONSE_BYTES_MAX: String(bytesMax) });
const service = await startOwnService();
/** Answers are not checked against their schemas, which would take more than serving them does. */
const plain = await startService({
  NODE_ENV: 'development',
  BASE_URL: 'http://127.0.0.1',
  RESPONSE_BYTES_MAX: String(4 * mib),
  RESPONSE_BYTES_IN_FLIGHT_MAX: String(32 * mib),
});

const newPages = (from = small) => newWidePages(from);

describe('a list whose page would be larger than an answer may be', () => {
  it.each(['limit=100', 'limit=100&sort=-created_at', 'limit=100&sort=title'])(
    'ends early with %s and goes on until all were answered once',
    async (query) => {
      const project = await newPages();
      const ids: string[] = [];
      for (let i = 0; i < 9; i += 1)
        ids.push(await publishEntry(project, 'page', { title: `p${i}`, ...wide(500_000) }));

      const pages = await pagesOf(project, `/v1/content/page?${query}`);

      expect(pages.map(({ ids: shown }) => shown.length)).toEqual([4, 4, 1]);
      expect(pages.flatMap(({ ids: shown }) => shown).sort()).toEqual([...ids].sort());
      for (const { bytes } of pages) expect(bytes).toBeLessThanOrEqual(bytesMax);
    },
  );

  it('is refused by `ids`, which asks for all of them at once', async () => {
    const project = await newPages();
    const ids: string[] = [];
    for (let i = 0; i < 6; i += 1) ids.push(await publishEntry(project, 'page', wide(500_000)));

    const answer = await project.publishable.get(`/v1/content/page?ids=${ids.join(',')}`);

    expect(refusal(answer)).toEqual([400, 'query_too_expensive', 'ids']);
    expect(answer.body.error.message).toContain(String(bytesMax));
  });

  it('ends before the entry whose references would make it so', async () => {
    const project = await newPages();
    for (let i = 0; i < 3; i += 1) {
      const target = await publishEntry(project, 'page', wide(900_000));
      await publishEntry(project, 'page', { title: 'leads', one: target });
    }

    const pages = await pagesOf(project, '/v1/content/page?where[title]=leads&limit=3');

    expect(pages.map(({ ids }) => ids.length)).toEqual([2, 1]);
  });
});

describe('an entry with 200 references to one large entry', () => {
  it('is written with its answer cut, and read nowhere beyond the bound', async () => {
    const project = await newPages();
    const other = await small.newProject();
    const target = await publishEntry(project, 'page', wide(1_000_000));
    const values = { title: 'A', others: Array.from({ length: 200 }, () => target) };

    const { result: written, heldMs } = await costOf(() =>
      project.secret.post('/v1/content/page/entries', { values, publish: true }),
    );

    expect(written.status).toBe(201);
    expect(written.body.values).toMatchObject({ title: 'A', others: null });
    expect(written.body.meta.warnings).toMatchObject([{ code: 'answer_shortened', param: 'others' }]);
    expect(Buffer.byteLength(written.text)).toBeLessThan(bytesMax);
    const single = await project.publishable.get(`/v1/content/page/${written.body.id}`);
    expect(refusal(single)).toEqual([400, 'query_too_expensive', 'others']);
    const list = await project.publishable.get('/v1/content/page?where[title]=A');
    expect(refusal(list)).toEqual([400, 'query_too_expensive', 'others']);
    expect((await other.secret.get('/v1/ping')).status).toBe(200);
    expect(heldMs).toBeLessThan(300);
  });

  it('keeps every place of doubled ids where the answer has room, and serves the target once for all', async () => {
    const project = await newPages(service);
    const markdown = Array.from({ length: 200 }, (_, i) => `Paragraph ${i} with *some* words in it.\n`).join(
      '\n',
    );
    const target = await publishEntry(project, 'page', { title: 'T', body: { markdown } });
    const others = Array.from({ length: 150 }, () => target);
    const id = await publishEntry(project, 'page', { others });

    const { body, text } = await project.publishable.get(`/v1/content/page/${id}`);

    expect(body.values.others).toHaveLength(150);
    expect(body.values.others[149]).toEqual(body.values.others[0]);
    expect(body.values.others[0].values.body.html).toContain('<em>some</em>');
    expect(text).toBe(JSON.stringify(body));
  });

  it('renders the target once, however often it stands there', async () => {
    const project = await newPages(plain);
    const markdown = 'Some *words* of **many** kinds.\n\n'.repeat(250);
    const leastCost = async (targetCount: number) => {
      const costs: number[] = [];
      for (let i = 0; i < 3; i += 1) {
        const targets: string[] = [];
        for (let n = 0; n < targetCount; n += 1)
          targets.push(await publishEntry(project, 'page', { title: 'T', body: { markdown } }));
        const others = Array.from({ length: 20 }, (_, n) => targets[n % targetCount]);
        const id = await publishEntry(project, 'page', { others });
        const { result, cpuMs } = await costOf(() =>
          drain(`${plain.url}/v1/content/page/${id}`, project.publishable.token),
        );
        expect(result.status).toBe(200);
        costs.push(cpuMs);
      }
      return Math.min(...costs);
    };

    const one = await leastCost(1);

    expect(one).toBeLessThan(0.42 * (await leastCost(20)));
  });

  it('reads nothing of targets that readers do not see', async () => {
    const project = await newPages(service);
    const targets: string[] = [];
    for (let i = 0; i < 20; i += 1)
      targets.push((await createEntry(project, 'page', wide(2 * mib))).id as string);

    const { result, cpuMs } = await costOf(() =>
      project.secret.post('/v1/content/page/entries', { values: { others: targets }, publish: true }),
    );

    expect(result.status).toBe(201);
    expect(result.body.values.others).toEqual(targets.map(() => null));
    expect(cpuMs).toBeLessThan(700);
  });
});

describe('rich text that leads to large entries', () => {
  const leadsTo = (ids: readonly string[]) => ({
    markdown: ids.map((id, i) => `[Page ${i}](entry:${id})`).join('\n\n'),
  });

  it('reads nothing of them but what names them, whatever they hold', async () => {
    const project = await newPages(service);
    const ids: string[] = [];
    for (let i = 0; i < 20; i += 1)
      ids.push(await publishEntry(project, 'page', { title: `p${i}`, ...wide(2 * mib) }));
    const id = await publishEntry(project, 'page', { title: 'Leads', body: leadsTo(ids) });

    const { result, bytes } = await bytesReadBy(clientOf(service.app.system), () =>
      project.publishable.get(`/v1/content/page/${id}`),
    );

    for (const target of ids) expect(result.body.values.body.html).toContain(`/v1/content/page/${target}`);
    expect(bytes).toBeLessThan(mib / 2);
  });

  it('leaves out those whose date is to come, and their labels may be anything', async () => {
    const project = await newPages(service);
    await defineType(
      project,
      'number',
      [
        { key: 'n', type: 'number' },
        { key: 'body', type: 'richtext' },
      ],
      { display_field: 'n' },
    );
    await defineType(project, 'essay', [{ key: 'body', type: 'richtext' }], { display_field: 'body' });
    const number = await publishEntry(project, 'number', { n: 5, body: { markdown: 'No label.' } });
    const essay = await publishEntry(project, 'essay', { body: { markdown: 'No label either.' } });
    const empty = await publishEntry(project, 'essay', {});
    const later = await publishEntry(project, 'page', { title: 'L' }, { published_at: inMs(60_000) });
    const draft = (await createEntry(project, 'page', { title: 'D' })).id as string;
    const ids = [number, essay, empty, later, draft];
    const id = await publishEntry(project, 'page', { body: leadsTo(ids) });

    const { body } = await project.publishable.get(`/v1/content/page/${id}`);

    const { html } = body.values.body as { html: string };
    expect(ids.map((target) => html.includes(`/${target}"`))).toEqual([true, true, true, false, false]);
  });
});

/** Reads an answer without keeping it: how many bytes came, and with which status. */
function drain(url: string, token: string): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { Authorization: `Bearer ${token}` } }, (response) => {
      let bytes = 0;
      response.on('data', (piece: Buffer) => (bytes += piece.length));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
      response.on('error', reject);
    });
    sent.on('error', reject).end();
  });
}

describe('the widest reads', () => {
  it('by twelve callers at once are bounded together, and others are answered meanwhile', async () => {
    const project = await newPages(plain);
    for (let i = 0; i < 6; i += 1) await publishEntry(project, 'page', wide(2 * mib));
    await drain(`${plain.url}/v1/content/page?limit=2`, project.publishable.token); // meets the width of its rows
    let most = 0;
    const look = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
    const before = process.memoryUsage().rss;

    const { result, heldMs } = await costOf(() =>
      Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          drain(`${plain.url}/v1/content/page?limit=${100 - i}`, project.publishable.token),
        ),
      ),
    );
    clearInterval(look);

    expect(result.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(result.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const { bytes } of result) expect(bytes).toBeLessThanOrEqual(4 * mib);
    expect(most - before).toBeLessThan(400 * mib);
    expect(heldMs).toBeLessThan(250);
    expectDone(await project.publishable.get('/v1/ping'));
  });
});
