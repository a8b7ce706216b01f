import type { ReleaseContext, Surface } from '../core/context/index.ts';
import { grantedSurface, keyGrant } from './granted-surface.ts';
import { openApiDocument } from './openapi/document.ts';
import type { OpenApiDocument } from './openapi/form.ts';
import { typesOf } from './describe/types-of.ts';
import { typeDeclarations } from './typings/declarations.ts';

/** The API as OpenAPI 3.1, the types of the call's release included (specification: openapi). */
export async function describeAsOpenApi(context: ReleaseContext, whole: Surface): Promise<OpenApiDocument> {
  const surface = grantedSurface(whole, keyGrant(context));
  const types = await typesOf(context);
  const described = { baseUrl: context.baseUrl, project: context.project.name, types };
  return openApiDocument(surface, described);
}

/** TypeScript types of the content types of the call's release, as text in pieces (specification: openapi). */
export async function describeAsTypes(context: ReleaseContext): Promise<string[]> {
  const types = await typesOf(context);
  const names = { project: context.project.name, release: context.release.name };
  return typeDeclarations(types, names);
}
