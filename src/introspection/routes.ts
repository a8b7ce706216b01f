import { Type } from '@sinclair/typebox';
import { route } from '../platform/http/route.ts';
import { Introspection, OpenApi } from './schema.ts';
import { describeAsOpenApi, describeAsTypes, describeProject } from './service.ts';
import type { Surface } from './surface.ts';

const read = { method: 'GET', scope: 'release', key: 'any', budget: 'read', errors: [] } as const;

/** The endpoints that describe all the others. The surface is asked for late, since these routes are in it. */
export function introspectionRoutes(surface: () => Surface) {
  return [
    route({
      ...read,
      path: '/v1/introspection',
      summary: 'Describes the calling project: types, response shapes, modules, rich text, conventions.',
      countsDrafts: true,
      input: {},
      output: Introspection,
      run: (call) => describeProject(call, surface()),
    }),
    route({
      ...read,
      path: '/v1/openapi.json',
      summary: 'Describes the API as OpenAPI 3.1, the content types of the project included.',
      input: {},
      output: OpenApi,
      run: (call) => describeAsOpenApi(call, surface()),
    }),
    route({
      ...read,
      path: '/v1/types.d.ts',
      summary: 'Gives TypeScript types of the content types.',
      mediaType: 'text/plain',
      input: {},
      output: Type.String(),
      run: describeAsTypes,
    }),
  ];
}
