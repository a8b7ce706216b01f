import type { ReleaseCall, Surface } from '../core/context/index.ts';
import { runInTurns } from '../core/util/index.ts';
import { grantedSurface, keyGrant } from './granted-surface.ts';
import { openApiSteps } from './openapi/document.ts';
import type { OpenApiDocument } from './openapi/form.ts';
import { typesOf } from './describe/types-of.ts';
import { declarations } from './typings/declarations.ts';

/** The API as OpenAPI 3.1, the types of the call's release included (specification: openapi). */
export async function describeAsOpenApi(call: ReleaseCall, whole: Surface): Promise<OpenApiDocument> {
  const surface = grantedSurface(whole, keyGrant(call));
  const types = await typesOf(call);
  const described = { baseUrl: call.baseUrl, project: call.project.name, types };
  return runInTurns(openApiSteps(surface, described));
}

/** TypeScript types of the content types of the call's release, as text in pieces (specification: openapi). */
export async function describeAsTypes(call: ReleaseCall): Promise<string[]> {
  const types = await typesOf(call);
  const names = { project: call.project.name, release: call.release.name };
  return runInTurns(declarations(types, names));
}
