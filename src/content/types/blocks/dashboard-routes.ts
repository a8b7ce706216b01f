import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../../../core/http/index.ts';
import { listRestorableBlockFields, RestorableFields } from '../definition/restorable-fields.ts';
import { DeleteType } from '../schema.ts';
import { BlockImpact, BlockTemplateList } from './schema.ts';
import { blockTemplates } from './templates.ts';
import { deleteBlock } from './delete.ts';
import { readBlockImpact } from './settle/impact.ts';

const BlockPath = Type.Object({ block: Type.String() });

export const blockScreenRoutes = [
  dashboardRoute({
    scope: 'project',
    method: 'GET',
    path: '/block-templates',
    needs: 'schema',
    area: 'content',
    summary: 'Lists templates for new blocks.',
    errors: [],
    input: {},
    output: BlockTemplateList,
    run: () => Promise.resolve({ data: [...blockTemplates] }),
  }),
  dashboardRoute({
    scope: 'release',
    method: 'GET',
    path: '/blocks/:block/impact',
    needs: 'schema',
    area: 'content',
    summary: 'Shows what uses a block definition, and how many entries fill each of its fields.',
    errors: ['unknown_block'],
    input: { path: BlockPath },
    output: BlockImpact,
    run: (context, { path }) => readBlockImpact(context, path.block),
  }),
  dashboardRoute({
    scope: 'release',
    method: 'GET',
    path: '/blocks/:block/removed-fields',
    needs: 'schema',
    area: 'content',
    summary: 'Lists removed fields of a block whose values can be restored.',
    errors: ['unknown_block'],
    input: { path: BlockPath },
    output: RestorableFields,
    run: (context, { path }) => listRestorableBlockFields(context, path.block),
  }),
  dashboardRoute({
    scope: 'release',
    method: 'DELETE',
    path: '/blocks/:block',
    needs: 'schema',
    area: 'content',
    audits: 'block.deleted',
    summary: 'Moves an unused block definition to the trash.',
    status: 204,
    errors: ['unknown_block', 'block_in_use', 'invalid_field_value'],
    input: { path: BlockPath, body: DeleteType },
    output: null,
    run: (context, { path, body }) => deleteBlock(context, path.block, body.confirm),
  }),
];
