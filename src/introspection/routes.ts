import { Type } from '@sinclair/typebox';
import { route } from '../core/http/index.ts';

import { introspectionForm, OpenApi } from './schema.ts';
import { describeAsOpenApi, describeAsTypes } from './service.ts';
import { describeForSecretKeys, describeProject } from './describe/describe.ts';
import { outlineProject } from './describe/outline.ts';
import type { Surface } from '../core/context/index.ts';

const access = { needs: 'read', area: 'any' } as const;
const read = { ...access, method: 'GET', scope: 'release', key: 'any', budget: 'read', errors: [] } as const;

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
      input: {},
      output: introspectionForm(Object.keys(surface.modules)),
      run: (context) => describeProject(context, surface),
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
      input: {},
      output: OpenApi,
      run: (context) => describeAsOpenApi(context, surface),
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
