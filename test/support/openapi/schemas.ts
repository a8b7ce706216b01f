import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Document = { paths: Record<string, Record<string, any>> };

/** Compiles the schemas of a document as a client's generator would: by their place in it. */
export function schemasOf(document: Document): (...steps: string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, 'document');
  return (...steps) => {
    const pointer = steps
      .map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent);
    return ajv.compile({ $ref: `document#/${pointer.join('/')}` });
  };
}

/** Every operation of a document with its address. */
export function operationsOf(document: Document): { path: string; method: string; operation: any }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/**
 * The document with every object closed that names its keys. Documents leave answers open for what is added later;
 * tests are stricter, so that no answer has a key that the document of its own day does not know.
 */
export function closed(document: Document): Document {
  const parts = new Set(
    [...objectsIn(document)].flatMap(({ allOf }) => (allOf as object[] | undefined) ?? []),
  );
  const names = [...parts].flatMap((part) => ('$ref' in part ? [String(part.$ref).split('/').at(-1)] : []));
  const { schemas } = (document as unknown as { components: { schemas: Record<string, object> } }).components;
  // What is a part of another object is closed there.
  for (const name of names) parts.add(schemas[name ?? ''] ?? {});
  const close = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(close);
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, close(one)]));
    if (parts.has(value) || 'additionalProperties' in value) return copy;
    if ('allOf' in value) return { ...copy, unevaluatedProperties: false };
    return 'properties' in value && 'type' in value ? { ...copy, additionalProperties: false } : copy;
  };
  return close(document) as Document;
}

/** A part of a document, what it refers to in its place: each name once, so that forms may name themselves. */
export function resolved(document: any, part: unknown, seen: readonly string[] = []): any {
  if (Array.isArray(part)) return part.map((one) => resolved(document, one, seen));
  if (typeof part !== 'object' || part === null) return part;
  const reference = (part as Record<string, unknown>)['$ref'];
  if (typeof reference === 'string') {
    if (seen.includes(reference)) return {};
    const found = reference
      .split('/')
      .slice(1)
      .reduce((value, step) => value[step], document);
    return resolved(document, found, [...seen, reference]);
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, resolved(document, value, seen)]),
  );
}

/** Every object inside a part, the part itself first. */
export function* objectsIn(part: unknown): Generator<Record<string, unknown>> {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) yield part as Record<string, unknown>;
  for (const value of Object.values(part)) yield* objectsIn(value);
}
