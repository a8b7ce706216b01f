import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Document = { paths: Record<string, Record<string, any>> };

/** Compiles the schemas of a document as a client's generator would: by their place in it. */
export function schemasOf(document: Document): (...steps: string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
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
