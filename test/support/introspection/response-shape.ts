import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';

interface Described {
  slug: string;
  response_shape: object;
}

/** Compiles the `response_shape` of a type or block with the shared schemas of the introspection, as the docs say. */
export function shapeIn(
  ajv: Ajv2020,
  introspection: { content_types: Described[]; blocks?: Described[]; $defs: object },
  { slug, of = 'content_types' }: { slug: string; of?: 'content_types' | 'blocks' },
): ValidateFunction {
  const { $defs } = introspection;
  const described = introspection[of]?.find((one) => one.slug === slug);
  if (described === undefined) throw new Error(`${slug} is not described`);
  return ajv.compile({ ...described.response_shape, $defs });
}
