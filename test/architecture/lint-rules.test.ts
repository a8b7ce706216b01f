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
  ])('refuse a condition of visibility in a feature: %s', async (text) => {
    expect(await refusals(feature, text)).toEqual([expect.stringContaining('src/publishing/conditions.ts')]);
    expect(await refusals('src/publishing/conditions.ts', text)).toEqual([]);
  });

  it.each([
    'const index = { key: { project_id: 1, live_at: -1, _id: 1 } };',
    'const projection = { live_at: 1 };',
    'const { live_at } = article; const row = { ...rest, live_at };',
    'interface Row { live_at: Date | null }',
  ])('leave indexes, projections and rows alone: %s', async (text) => {
    expect(await refusals(feature, text)).toEqual([]);
  });

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
});
