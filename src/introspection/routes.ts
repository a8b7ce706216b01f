import { Type } from '@sinclair/typebox';
import { route } from '../core/http/index.ts';

import { introspectionForm, OpenApi } from './schema.ts';
import { describeAsOpenApi, describeAsTypes } from './service.ts';
import { describeForSecretKeys, describeProject } from './describe/describe.ts';
import { outlineProject } from './describe/outline.ts';
import type { Surface } from '../core/context/index.ts';

const access = { needs: 'read', area: 'any' } as const;
const read = { ...access, method: 'GET', scope: 'release', key: 'any', budget: 'read', errors: [] } as const;

const TypesQuery = Type.Object(
  {
    types: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'The slugs of the content types to describe, separated by commas. All if omitted.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** The endpoints that describe the API. `surface` includes them when they run. */
export function introspectionRoutes(surface: Surface) {
  return [
    route({
      ...read,
      path: '/v1/introspection',
      summary: 'Describes the calling project: types, response shapes, modules, rich text, conventions.',
      describes: true,
      live: {
        before: 'content_types',
        read: describeForSecretKeys,
      },
      errors: ['unknown_content_type'],
      input: { query: TypesQuery },
      output: introspectionForm(Object.keys(surface.modules)),
      run: (context, { query }) => describeProject(context, surface, query.types),
    }),
    route({
      ...read,
      path: '/v1/introspection.txt',
      summary: 'Lists content types, fields and endpoints as text for people.',
      describes: true,
      mediaType: 'text/plain',
      input: {},
      output: Type.String(),
      run: (context) => outlineProject(context, surface),
    }),
    route({
      ...read,
      path: '/v1/openapi.json',
      summary: 'Describes the API as OpenAPI 3.1, the content types of the project included.',
      describes: true,
      errors: ['unknown_content_type'],
      input: { query: TypesQuery },
      output: OpenApi,
      run: (context, { query }) => describeAsOpenApi(context, surface, query.types),
    }),
    route({
      ...read,
      path: '/v1/types.d.ts',
      summary: 'Returns TypeScript types of the content types.',
      describes: true,
      mediaType: 'text/plain',
      input: {},
      output: Type.String(),
      run: describeAsTypes,
    }),
  ];
}
