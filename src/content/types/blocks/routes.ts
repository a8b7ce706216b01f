import { Type } from '@sinclair/typebox';
import { route } from '../../../core/http/index.ts';
import { BlockDefinition, BlockDefinitionList, DefineBlock } from './schema.ts';
import { RemovalQuery } from '../schema.ts';
import { listBlocks, putBlock, readBlock } from './service.ts';

const BlockPath = Type.Object({ block: Type.String() });

export const blockRoutes = [
  route({
    method: 'GET',
    path: '/v1/schema/blocks',
    needs: 'read',
    area: 'content',
    summary: 'Lists every block definition of the release with its fields.',
    scope: 'release',
    key: 'secret',
    budget: 'read',
    errors: [],
    input: {},
    output: BlockDefinitionList,
    run: listBlocks,
  }),
  route({
    method: 'GET',
    path: '/v1/schema/blocks/:block',
    needs: 'read',
    area: 'content',
    summary: 'Reads one block definition.',
    scope: 'release',
    key: 'secret',
    budget: 'read',
    errors: ['unknown_block'],
    input: { path: BlockPath },
    output: BlockDefinition,
    run: (context, { path }) => readBlock(context, path.block),
  }),
  route({
    method: 'PUT',
    path: '/v1/schema/blocks/:block',
    needs: 'schema',
    area: 'content',
    audits: ['block.created', 'block.changed'],
    createsFirst: true,
    summary: 'Creates or updates a block definition. `fields` is the complete ordered list.',
    scope: 'release',
    key: 'secret',
    budget: 'write',
    dryRun: true,
    errors: [
      'invalid_block',
      'unknown_block',
      'unknown_content_type',
      'not_a_collection',
      'invalid_field_definition',
      'field_type_immutable',
      'field_being_removed',
      'fields_would_be_removed',
      'choice_in_use',
      'block_in_use',
      'limit_reached',
      'revision_conflict',
    ],
    input: { path: BlockPath, query: RemovalQuery, body: DefineBlock },
    output: BlockDefinition,
    run: (context, { path, query, body }) => putBlock(context, path.block, body, query.remove_fields),
  }),
];
