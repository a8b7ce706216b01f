import type { ReleaseContext, Surface } from '../core/context/index.ts';
import { grantedSurface, keyGrant } from './granted-surface.ts';
import { openApiDocument } from './openapi/document.ts';
import type { OpenApiDocument } from './openapi/form.ts';
import { loadDescribedTypes, selectDefinitions } from './describe/load-types.ts';
import { listPresentLocales } from '../projects/index.ts';
import { typeDeclarations } from './typings/declarations.ts';

/**
 * Returns the API as OpenAPI 3.1, with the types of the requested release (specification: openapi).
 * @param slugs the types to describe, separated by commas; all if omitted
 * @throws unknown_content_type
 */
export async function describeAsOpenApi(
  context: ReleaseContext,
  fullSurface: Surface,
  slugs?: string,
): Promise<OpenApiDocument> {
  const surface = grantedSurface(fullSurface, keyGrant(context));
  const types = await loadDescribedTypes(context);
  const { baseUrl, project } = context;
  const selected = selectDefinitions(types, slugs);
  const omitted = await findUselessParameters(context);
  return openApiDocument(surface, { baseUrl, project: project.name, types, selected, omitted });
}

/** Returns the query parameters that change no read of the project's types: the document is that of one release. */
async function findUselessParameters(context: ReleaseContext): Promise<ReadonlySet<string>> {
  const { project, release } = context;
  const hasLocales = (await listPresentLocales(context)).length > 1;
  return new Set([
    ...(hasLocales ? [] : ['locale', 'locales', 'fallback', 'alternates']),
    ...(project.privateMedia ? [] : ['media_urls']),
    ...(release.default ? ['release'] : []),
  ]);
}

/** Returns TypeScript types for the content types of the requested release, as chunks of text (specification: openapi). */
export async function describeAsTypes(context: ReleaseContext): Promise<string[]> {
  const types = await loadDescribedTypes(context);
  const names = { project: context.project.name, release: context.release.name };
  return typeDeclarations(types, names);
}
