import { blocksPath } from '../../features/blocks/outline/definitions.ts';
import type { BlockDefinition } from '../../../../src/content/types/blocks/schema.ts';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import type { RowLink } from '../../components/list/list-return.ts';

/** Owners build two things from fields: content types and blocks. */
export type DefinitionKind = 'type' | 'block';
export type Definition = ContentType | BlockDefinition;

export const typesPath = '/v1/schema/content-types';

/** The differences between content types and blocks: titles, API paths, error codes and screens. */
export const definitionKinds = {
  type: {
    title: 'New content type',
    listTitle: 'Content types',
    path: typesPath,
    dashboardPath: '/content-types',
    templatesPath: '/content-type-templates',
    invalidCode: 'invalid_content_type',
    listScreen: '/p/$projectId/content-types',
    newScreen: '/p/$projectId/content-types/new',
  },
  block: {
    title: 'New block',
    listTitle: 'Blocks',
    path: blocksPath,
    dashboardPath: '/blocks',
    templatesPath: '/block-templates',
    invalidCode: 'invalid_block',
    listScreen: '/p/$projectId/content-types/blocks',
    newScreen: '/p/$projectId/content-types/blocks/new',
  },
} as const;

/** The screen that shows one content type or block. */
export function definitionLink(projectId: string, kind: DefinitionKind, slug: string): RowLink {
  return kind === 'type'
    ? { to: '/p/$projectId/content-types/type/$type', params: { projectId, type: slug } }
    : { to: '/p/$projectId/content-types/blocks/block/$block', params: { projectId, block: slug } };
}
