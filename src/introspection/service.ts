import type { ReleaseContext, Surface } from '../core/context/index.ts';
import { grantedSurface, keyGrant } from './granted-surface.ts';
import { openApiDocument } from './openapi/document.ts';
import type { OpenApiDocument } from './openapi/form.ts';
import { loadDescribedTypes } from './describe/load-types.ts';
import { typeDeclarations } from './typings/declarations.ts';

/** Returns the API as OpenAPI 3.1, with the types of the requested release (specification: openapi). */
export async function describeAsOpenApi(
  context: ReleaseContext,
  fullSurface: Surface,
): Promise<OpenApiDocument> {
  const surface = grantedSurface(fullSurface, keyGrant(context));
  const types = await loadDescribedTypes(context);
  const scope = { baseUrl: context.baseUrl, project: context.project.name, types };
  return openApiDocument(surface, scope);
}

/** Returns TypeScript types for the content types of the requested release, as chunks of text (specification: openapi). */
export async function describeAsTypes(context: ReleaseContext): Promise<string[]> {
  const types = await loadDescribedTypes(context);
  const names = { project: context.project.name, release: context.release.name };
  return typeDeclarations(types, names);
}
