import { Type } from '@sinclair/typebox';
import type { Json } from '../api.ts';
import { closed, oneOf } from '../protocol/arguments.ts';
import { asListed, fitted } from '../protocol/fitting.ts';
import { resourceOf } from '../item-resource.ts';
import { tool } from '../protocol/tool.ts';

const typeOf = { blog: 'blog_article', kb: 'kb_article' } as const;
type Module = keyof typeof typeOf;

/** Articles of one module in an answer. */
const foundMax = 10;

export const search = tool({
  name: 'search',
  isReading: true,
  input: Type.Object(
    { q: Type.String({ minLength: 1, maxLength: 200 }), module: Type.Optional(oneOf('blog', 'kb')) },
    closed,
  ),
  async run({ ask }, { q, module }) {
    const asked: readonly Module[] = module === undefined ? ['blog', 'kb'] : [module];
    const found: Json[] = [];
    for (const one of asked) {
      const type = typeOf[one];
      const query = { q, limit: String(foundMax) };
      const { data } = await ask({ method: 'GET', path: resourceOf(type).list, query });
      found.push(...(data as Json[]).map((article) => ({ type, ...told(article) })));
    }
    return { ...fitted({ found }, asListed) };
  },
});

function told({ id, slug, title, excerpt, published_at }: Json): Json {
  return { id, slug, title, excerpt, published_at };
}
