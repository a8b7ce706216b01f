import type { Field, TypeRecord } from '../../content/index.ts';
import type { ReleaseContext, Surface } from '../../core/context/index.ts';
import { grantedSurface, keyGrant } from '../granted-surface.ts';
import { coreEndpoints, type Endpoint, moduleEndpoints } from './endpoints.ts';
import { loadDescribedTypes } from './load-types.ts';

/** Returns the project as text in pieces: content types with their fields, then all endpoints. */
export async function outlineProject(context: ReleaseContext, fullSurface: Surface): Promise<string[]> {
  const surface = grantedSurface(fullSurface, keyGrant(context));
  const types = await loadDescribedTypes(context);
  const endpoints = [
    ...coreEndpoints(surface),
    ...Object.keys(surface.modules).flatMap((name) => moduleEndpoints(surface, name)),
  ];
  return [
    `Project ${context.project.name}, release ${context.release.name}\n`,
    ...[...types.values()].map(typeText),
    `\nEndpoints\n${endpoints.map(endpointText).join('')}`,
    '\nGET /v1/introspection has all details as JSON.\n',
  ];
}

function typeText({ slug, name, kind, fields }: TypeRecord): string {
  return `\n${name}, a ${kind}: GET /v1/content/${slug}\n${fields.map(fieldText).join('')}`;
}

function fieldText({ key, type, options }: Field): string {
  const condition = options.show_if === undefined ? '' : ' if shown';
  return `  ${key}: ${type}${options.required === true ? `, required${condition}` : ''}\n`;
}

function endpointText({ method, path, key, summary }: Endpoint): string {
  return `  ${method.padEnd(6)} ${path}${key === 'secret' ? ' (secret key)' : ''}: ${summary}\n`;
}
