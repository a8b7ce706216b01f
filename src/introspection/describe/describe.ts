import type { FieldType } from '../../contract/fields/field-types.ts';
import { scopesOf } from '../../contract/access.ts';
import { previewRoot } from '../../contract/drafts.ts';
import { limits } from '../../contract/limits.ts';
import { previewDaysAheadMax } from '../../contract/preview.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { richtextContract, servedField, type TypeRecord, type TypesBySlug } from '../../content/index.ts';
import { ResponseFull, type ResponseSpace } from '../../core/http/index.ts';
import { draftPathOf, type ReleaseContext, type Resource, type Surface } from '../../core/context/index.ts';
import { listLocales } from '../../projects/index.ts';
import { isYieldDue, serviceVersion, yieldToEventLoop } from '../../core/util/index.ts';
import { conventions } from './conventions.ts';
import { coreEndpoints, moduleEndpoints, typeEndpoints } from './endpoints.ts';
import { grantedReleases, grantedSurface, keyGrant } from '../granted-surface.ts';
import { fieldsOf } from './module-fields.ts';
import { relationsOf } from './relations.ts';
import { loadDescribedTypes } from './load-types.ts';
import { blockShape, responseShape } from './type-shapes.ts';
import { webhookContract } from './webhook-contract.ts';

/** How previews read drafts and later times. */
const previewAccess = {
  path: previewRoot,
  parameters: ['status', 'at'],
  days_ahead_max: previewDaysAheadMax,
};

/** The keys that only secret keys get: the releases, and where they read drafts. */
export async function describeForSecretKeys(context: ReleaseContext) {
  const readsDrafts = draftPathOf(context, '') !== undefined;
  return {
    releases: await grantedReleases(context),
    ...(readsDrafts ? { preview: previewAccess } : {}),
  };
}

/**
 * Describes the calling project (specification: introspection). `describeForSecretKeys` is added later: both kinds of keys
 * share this text, and the number of entries of a release changes with every draft.
 * @throws query_too_expensive if the description exceeds the maximum size of a response
 */
export async function describeProject(context: ReleaseContext, fullSurface: Surface) {
  const { project, release, bounds } = context;
  const grant = keyGrant(context);
  const surface = grantedSurface(fullSurface, grant);
  const types = await loadDescribedTypes(context);
  const locales = await listLocales(context);
  return {
    project: { id: project.id, name: project.name, private_media: project.privateMedia },
    ...(grant === null ? {} : { key: { scopes: scopesOf(grant) } }),
    release: { id: release.id, name: release.name, default: release.default },
    ...(locales.length > 1 ? { locales } : {}),
    content_types: await describedTypes(context, surface, types),
    modules: Object.fromEntries(
      Object.keys(fullSurface.modules).map((name) => [
        name,
        moduleOf(surface, name, surface.modules[name] ?? {}),
      ]),
    ),
    core_endpoints: coreEndpoints(surface),
    rich_text: richtextContract(),
    conventions: conventions(context, { usedTypes: usedTypes(types), hasLocales: locales.length > 1 }),
    ...(types.blocks.size > 0 ? { blocks: describedBlocks(types) } : {}),
    relations: relationsOf(surface, types),
    webhooks: webhookContract(bounds.webhooks),
    limits: {
      ...limits,
      ...bounds.perProject,
      webhook_timeout_seconds: bounds.webhooks.timeoutSeconds,
      webhook_retry_seconds: [...bounds.webhooks.retrySeconds],
      budgets: bounds.budgets,
      body_bytes_max: bounds.bodyBytesMax,
      upload_bytes_max: bounds.uploadBytesMax,
      answer_bytes_max: bounds.responseBytesMax,
      bulk_items_max: bounds.bulkOperationsMax,
    },
    api: { version: 'v1' as const, service_version: serviceVersion },
  };
}

async function describedTypes(context: ReleaseContext, surface: Surface, types: TypesBySlug) {
  const space = context.newResponseSpace();
  const descriptions: DescribedType[] = [];
  for (const type of types.values()) {
    const description = describedType(surface, type, types);
    await addPart(space, description);
    descriptions.push(description);
    if (isYieldDue()) await yieldToEventLoop();
  }
  return descriptions;
}

async function addPart(space: ResponseSpace, part: DescribedType): Promise<void> {
  try {
    await space.add(part);
  } catch (error) {
    if (!(error instanceof ResponseFull)) throw error;
    const name = 'content_types';
    throw apiError('query_too_expensive', { name, bytesMax: space.maxBytes }, { param: name });
  }
}

type DescribedType = ReturnType<typeof describedType>;

function describedType(surface: Surface, type: TypeRecord, types: TypesBySlug) {
  return {
    slug: type.slug,
    name: type.name,
    kind: type.kind,
    display_field: type.display_field,
    subtitle_field: type.subtitle_field,
    ...(type.groups === undefined ? {} : { groups: type.groups }),
    fields: type.fields.map(servedField),
    endpoints: typeEndpoints(surface, type),
    response_shape: responseShape(type, types),
  };
}

/** Returns the field types of a release, including `blocks` if it has block definitions. */
function usedTypes(types: TypesBySlug): Set<FieldType> {
  const definitions = [...types.values(), ...types.blocks.values()];
  const fieldTypes = new Set(definitions.flatMap(({ fields }) => fields.map(({ type }) => type)));
  return types.blocks.size > 0 ? fieldTypes.add('blocks') : fieldTypes;
}

/** Describes the block definitions with the form of their reads (specification: blocks). */
function describedBlocks(types: TypesBySlug) {
  return [...types.blocks.values()].map(({ slug, name, description, display_field, groups, fields }) => ({
    ...{ slug, name, description, display_field },
    ...(groups === undefined ? {} : { groups }),
    fields: fields.map(servedField),
    response_shape: blockShape(slug, types),
  }));
}

function moduleOf(surface: Surface, name: string, resources: Readonly<Record<string, Resource>>) {
  return {
    endpoints: moduleEndpoints(surface, name),
    fields: Object.fromEntries(
      Object.entries(resources).map(([resource, forms]) => [resource, fieldsOf(forms)]),
    ),
  };
}
