import { newerFieldTypes } from '../../contract/fields/field-types.ts';
import type { Feature } from '../../core/context/index.ts';
import { typeScreenRoutes } from './dashboard-routes.ts';
import { blockScreenRoutes } from './blocks/dashboard-routes.ts';
import { blockDefinitions } from './blocks/repository.ts';
import { blockRoutes } from './blocks/routes.ts';
import type { BlockRecord } from './blocks/schema.ts';
import { settleBlocks } from './blocks/service.ts';
import { repairDerivedKeys } from './settle/derived-keys.ts';
import { contentTypes } from './repository.ts';
import { contentTypeRoutes } from './routes.ts';
import { exportedBlock, exportedType } from './exported-definition.ts';
import type { TypeRecord } from './schema.ts';
import { trashedBlocks, trashedTypes } from './definition/restore.ts';
import { settleTypes } from './service.ts';
import { entrySweep } from './settle/locale-sweep.ts';
import { giveSortSlots } from './settle/sort-slots-migration.ts';

/** Whether a definition uses field types, options or groups that versions before format 4 don't have. */
function hasNewerFields(row: Record<string, unknown>): boolean {
  const { fields, groups } = row as unknown as Pick<TypeRecord, 'fields' | 'groups'>;
  if (groups !== undefined) return true;
  return fields.some(
    ({ type, options }) =>
      (type !== 'blocks' && newerFieldTypes.includes(type)) ||
      options.format !== undefined ||
      options.show_if !== undefined,
  );
}

export const contentTypesFeature: Feature = {
  name: 'content-types',
  routes: [...contentTypeRoutes, ...blockRoutes],
  dashboardRoutes: [...typeScreenRoutes, ...blockScreenRoutes],
  collections: [
    {
      collection: contentTypes,
      exported: {
        requiredKeys: ['slug', 'kind', 'fields'],
        orderBy: 'slug',
        rowFormIn: () => Promise.resolve((row) => exportedType(row as unknown as TypeRecord)),
        needsNewest: hasNewerFields,
      },
      mayBeSharded: true,
    },
    {
      collection: blockDefinitions,
      exported: {
        requiredKeys: ['slug', 'fields'],
        orderBy: 'slug',
        isOptional: true,
        rowFormIn: () => Promise.resolve((row) => exportedBlock(row as unknown as BlockRecord)),
        needsNewest: hasNewerFields,
      },
      mayBeSharded: true,
    },
  ],
  trash: [trashedTypes, trashedBlocks],
  localeSweeps: [entrySweep],
  migrations: [giveSortSlots, repairDerivedKeys],
  jobs: ({ system, clock }) => [
    { name: 'content-types.settle', everySeconds: 60, run: () => settleTypes(system, clock.now()) },
    { name: 'blocks.settle', everySeconds: 60, run: () => settleBlocks(system, clock.now()) },
  ],
};
