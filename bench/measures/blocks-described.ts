import { median } from '../results.ts';
import { write } from '../seed/api.ts';
import { newSite } from '../seed/site.ts';
import type { Stage } from '../stage.ts';

const [types, blocks, rounds] = [20, 30, 7];
const kinds = ['string', 'text', 'richtext', 'number', 'boolean', 'date', 'url', 'image', 'gallery'];

/** Time of introspection for types with many blocks after one of the types changed, in milliseconds. */
export async function msOfDescription({ app, cold }: Stage): Promise<number> {
  const { token } = await newSite(app, 0);
  const slugs = Array.from({ length: blocks }, (_, i) => `part_${i}`);
  const fields = kinds.map((type, i) => ({ key: `field_${i}`, type }));
  const put = (path: string, body: object) =>
    write({ url: cold.url, token }, 'PUT', [`/v1/schema/${path}`, body]);
  const listOf = (key: string, taken: string[]) => ({ key, type: 'blocks', options: { blocks: taken } });
  for (const slug of slugs) await put(`blocks/${slug}`, { fields });
  for (const [i, slug] of slugs.entries())
    await put(`blocks/${slug}`, {
      fields: [...fields, listOf('items', [...slugs, ...slugs].slice(i + 1, i + 4))],
    });
  for (let n = 0; n < types; n += 1)
    await put(`content-types/type_${n}`, { fields: [...fields, listOf('sections', slugs)] });

  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await put('blocks/part_0', { name: `Part ${round}` });
    const begunAt = performance.now();
    const answer = await fetch(`${cold.url}/v1/introspection`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`GET /v1/introspection: ${answer.status}`);
    taken.push(performance.now() - begunAt);
  }
  return median(taken);
}
