import { withBlocks } from '../../../../src/content/types/types-by-slug.ts';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../../src/introspection/openapi/document.ts';
import { Richtext, RichtextInput } from '../../../../src/content/richtext/schema.ts';
import { readRichtext } from '../../../../src/content/richtext/read/read.ts';
import { renderRichtext } from '../../../../src/content/richtext/service.ts';
import { operationsOf, schemasOf } from '../../../support/openapi/schemas.ts';
import { modules, routes } from '../../../support/assembly.ts';

const document = await openApiDocument(
  { routes, modules },
  { baseUrl: 'http://galley.test', project: null, types: withBlocks([], []) },
);
const schemaAt = schemasOf(document);
const json = ['content', 'application/json'];

/** Every body and answer that has an example, by its address. */
const shown = operationsOf(document).flatMap(({ path, method, operation }) => {
  const places = [
    ['requestBody'],
    ...Object.keys(operation.responses).map((status) => ['responses', status]),
  ];
  return places.flatMap((place) => {
    const part = [...place, ...json].reduce((value: any, step) => value?.[step], operation);
    return part?.example === undefined
      ? []
      : [
          {
            name: `${method} ${path} ${place.join(' ')}`,
            steps: ['paths', path, method, ...place, ...json],
            part,
          },
        ];
  });
});

describe('an example of the OpenAPI document', () => {
  it('stands at every JSON body and answer', () => {
    const withBody = operationsOf(document).filter(({ operation }) => operation.requestBody !== undefined);
    const named = new Set(shown.map(({ name }) => name));
    for (const { path, method } of withBody) expect(named).toContain(`${method} ${path} requestBody`);
    expect(named).toContain('get /v1/ping responses 200');
  });

  it.each(shown.map(({ name, steps, part }) => [name, steps, part.example] as const))(
    'fits its schema: %s',
    (_name, steps, example) => {
      const fits = schemaAt(...steps, 'schema');

      expect(fits(example), JSON.stringify(fits.errors)).toBe(true);
    },
  );

  it('of rich text is read as the document says', () => {
    const [written] = RichtextInput.examples as unknown[];
    const [read] = Richtext.examples as unknown[];

    const { document: stored } = readRichtext(written, 'body');

    expect(renderRichtext(stored, { image: () => null, link: () => null, anchor: () => null })).toEqual(read);
  });
});
