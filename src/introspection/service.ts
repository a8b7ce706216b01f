import { loadTypes } from '../content-types/service.ts';
import type { ReleaseCall } from '../platform/call.ts';
import { openApiDocument } from './openapi/document.ts';
import type { OpenApiDocument } from './openapi/form.ts';
import { declarations } from './typings/declarations.ts';
import type { Surface } from './surface.ts';

export { errorKeys } from './conventions.ts';
export { describeProject } from './describe.ts';
export { openApiDocument } from './openapi/document.ts';
export { neededKeys } from './schema-book.ts';
export { typeText } from './typings/type-text.ts';

/** The API as OpenAPI 3.1, the types of the call's release included (contract, section 13). */
export async function describeAsOpenApi(call: ReleaseCall, surface: Surface): Promise<OpenApiDocument> {
  const types = await loadTypes(call);
  return openApiDocument(surface, { baseUrl: call.baseUrl, project: call.project.name, types });
}

/** TypeScript types of the content types of the call's release (contract, section 13). */
export async function describeAsTypes(call: ReleaseCall): Promise<string> {
  const types = await loadTypes(call);
  return declarations(types, { project: call.project.name, release: call.release.name });
}
