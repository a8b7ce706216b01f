import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../../core/http/index.ts';
import { DeleteType, TypeImpact, TypeTemplateList } from './schema.ts';
import { deleteContentType, readImpact } from './definition/delete.ts';
import { listRestorableFields, RestorableFields } from './definition/restorable-fields.ts';
import { templates } from './definition/templates.ts';

const TypePath = Type.Object({ type: Type.String() });

export const typeScreenRoutes = [
  dashboardRoute({
    scope: 'project',
    method: 'GET',
    path: '/content-type-templates',
    needs: 'schema',
    area: 'content',
    summary: 'Lists templates for new types.',
    errors: [],
    input: {},
    output: TypeTemplateList,
    run: () => Promise.resolve({ data: [...templates] }),
  }),
  dashboardRoute({
    scope: 'release',
    method: 'GET',
    path: '/content-types/:type/impact',
    needs: 'schema',
    area: 'content',
    summary: 'Shows what would be deleted with a type, or with each of its fields.',
    errors: ['unknown_content_type'],
    input: { path: TypePath },
    output: TypeImpact,
    run: (context, { path }) => readImpact(context, path.type),
  }),
  dashboardRoute({
    scope: 'release',
    method: 'GET',
    path: '/content-types/:type/removed-fields',
    needs: 'schema',
    area: 'content',
    summary: 'Lists removed fields of a type whose values can be restored.',
    errors: ['unknown_content_type'],
    input: { path: TypePath },
    output: RestorableFields,
    run: (context, { path }) => listRestorableFields(context, path.type),
  }),
  dashboardRoute({
    scope: 'release',
    method: 'DELETE',
    path: '/content-types/:type',
    needs: 'schema',
    area: 'content',
    audits: 'type.deleted',
    summary: 'Moves a type with its entries to the trash.',
    status: 204,
    errors: ['unknown_content_type', 'content_type_referenced', 'invalid_field_value'],
    stepUp: true,
    input: { path: TypePath, body: DeleteType },
    output: null,
    run: (context, { path, body }) => deleteContentType(context, path.type, body.confirm),
  }),
];
