import { Type } from '@sinclair/typebox';
import type { Json } from '../api.ts';
import { resourceOf } from '../item-resource.ts';
import { closed, LocaleCode, oneOf } from '../protocol/arguments.ts';
import { fitResult, listBounds } from '../protocol/fitting.ts';
import { tool } from '../protocol/tool.ts';

const typeOf = { blog: 'blog_article', kb: 'kb_article' } as const;
type Module = keyof typeof typeOf;

/** Articles of one module in a result. */
const articlesMax = 10;

export const search = tool({
  name: 'search',
  isReading: true,
  input: Type.Object(
    {
      q: Type.String({ minLength: 1, maxLength: 200 }),
      module: Type.Optional(oneOf('blog', 'kb')),
      locale: LocaleCode,
    },
    closed,
  ),
  async run({ callApi }, { q, module, locale }) {
    const modules: readonly Module[] = module === undefined ? ['blog', 'kb'] : [module];
    const articles: Json[] = [];
    for (const type of modules.map((name) => typeOf[name])) {
      const query = { q, locale, limit: String(articlesMax) };
      const { data } = await callApi({ method: 'GET', path: resourceOf(type).list, query });
      articles.push(...(data as Json[]).map((article) => ({ type, ...summarize(article) })));
    }
    return { ...fitResult({ found: articles }, listBounds) };
  },
});

function summarize({ id, slug, title, excerpt, published_at }: Json): Json {
  return { id, slug, title, excerpt, published_at };
}
