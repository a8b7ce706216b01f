import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

/** The project's own syntax rules for a file of `src`, on a text that stands there. */
async function refusals(path: string, text: string): Promise<string[]> {
  const { rules } = await new ESLint().calculateConfigForFile(path);
  const found = new Linter().verify(text, {
    languageOptions: { parser: tseslint.parser },
    rules: { 'no-restricted-syntax': rules['no-restricted-syntax'] },
  });
  return found.map(({ message }) => message);
}

const feature = 'src/articles/write.ts';

describe('the lint rules', () => {
  it.each([
    'const filter = { live_at: { $lte: now } };',
    'const filter = { live_at: null };',
    'const stage = { $cond: [{ $lte: ["$live_at", now] }, 1, 2] };',
    'const isLive = article.live_at <= now;',
    'const isLive = live_at > now;',
    'const filter = { live_until: { $gt: now } };',
    'const stage = { $cond: [{ $gt: ["$live_until", now] }, 1, 2] };',
    'const isOver = article.live_until <= now;',
  ])('refuse a condition of visibility in a feature: %s', async (text) => {
    expect(await refusals(feature, text)).toEqual([expect.stringContaining('src/publishing/conditions.ts')]);
    expect(await refusals('src/publishing/conditions.ts', text)).toEqual([]);
  });

  it.each([
    'const index = { key: { project_id: 1, live_at: -1, _id: 1 } };',
    'const kept = ["id", "live_at", "live_until"];',
    'const projection = { live_at: 1, live_until: 1 };',
    'const { live_at } = article; const row = { ...rest, live_at };',
    'interface Row { live_at: Date | null }',
  ])('leave indexes, projections and rows alone: %s', async (text) => {
    expect(await refusals(feature, text)).toEqual([]);
  });

  it('refuse to look for links of a field apart from the one walk', async () => {
    const text = 'const found = fieldKindOf(field).links?.(value, field, field.key) ?? [];';

    expect(await refusals('src/content/resolve.ts', text)).toEqual([
      expect.stringContaining('src/fields/walk.ts'),
    ]);
    expect(await refusals('src/fields/walk.ts', text)).toEqual([]);
    expect(await refusals(feature, 'const found = module.links(values);')).toEqual([]);
  });

  it.each(['const projection = { id: 1, live_at: 1 };', 'const kept = ["id", "live_at"];'])(
    'refuse a projection of the start without the end: %s',
    async (text) => {
      expect(await refusals(feature, text)).toEqual([expect.stringContaining('live_until')]);
    },
  );

  it.each([
    'const inside = { ...call, db: tx.db };',
    'transact(call, async (inside) => { await findArticle(call.db, id); return inside.stored(); });',
  ])('refuse a way around the call inside a transaction: %s', async (text) => {
    expect(await refusals(feature, text)).toEqual([expect.stringContaining('inside a transaction')]);
  });

  it('take work that goes on with the call it was handed', async () => {
    const text =
      'transact(call, async (inside) => { await findArticle(inside.db, id); return inside.stored(); });';

    expect(await refusals(feature, text)).toEqual([]);
  });

  it.each([
    'it("x", () => { afterAll(stop); });',
    'it.each(["x"])("%s", async () => { afterAll(() => server.stop()); });',
  ])('refuse an afterAll that a running test registers, which vitest never runs: %s', async (text) => {
    expect(await refusals('test/blog/links.test.ts', text)).toEqual([expect.stringContaining('never runs')]);
    expect(await refusals('test/blog/links.test.ts', 'afterAll(stop);')).toEqual([]);
  });
});
