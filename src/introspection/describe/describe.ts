import type { FieldType } from '../../contract/fields/field-types.ts';
import { scopesOf } from '../../contract/access.ts';
import { previewRoot } from '../../contract/drafts.ts';
import { limits } from '../../contract/limits.ts';
import { previewDaysAheadMax } from '../../contract/preview.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { richtextContract, servedField, type TypeRecord, type TypesBySlug } from '../../content/index.ts';
import { ResponseFull, type ResponseSpace } from '../../core/http/index.ts';
import { draftPathOf, type ReleaseContext, type Resource, type Surface } from '../../core/context/index.ts';
import { listPresentLocales } from '../../projects/index.ts';
import { isYieldDue, serviceVersion, yieldToEventLoop } from '../../core/util/index.ts';
import { conventions } from './conventions.ts';
import { coreEndpoints, moduleEndpoints, typeEndpoints } from './endpoints.ts';
import { grantedReleases, grantedSurface, keyGrant } from '../granted-surface.ts';
import { fieldsOf } from './module-fields.ts';
import { relationsOf } from './relations.ts';
import { type DescribedDefinitions, loadDescribedTypes, selectDefinitions } from './load-types.ts';
import { DescribedForms } from './type-forms.ts';
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
 * @param slugs the types to describe, separated by commas; all if omitted
 * @throws unknown_content_type, query_too_expensive if the description exceeds the maximum size of a response
 */
export async function describeProject(context: ReleaseContext, fullSurface: Surface, slugs?: string) {
  const { project, release, bounds } = context;
  const grant = keyGrant(context);
  const surface = grantedSurface(fullSurface, grant);
  const types = await loadDescribedTypes(context);
  const selected = selectDefinitions(types, slugs);
  const locales = await listPresentLocales(context);
  const { locale_rows_per_project_max: localeRowsMax, ...perProject } = bounds.perProject;
  const forms = new DescribedForms(
    [...selected.types, ...selected.blocks].flatMap(({ fields }) => fields),
    types,
  );
  const contentTypes = await describeTypes(context, surface, { selected, forms });
  return {
    project: { id: project.id, name: project.name, private_media: project.privateMedia },
    ...(grant === null ? {} : { key: { scopes: scopesOf(grant, context.project.locales.list) } }),
    release: { id: release.id, name: release.name, default: release.default },
    ...(locales.length > 1 ? { locales } : {}),
    content_types: contentTypes,
    modules: Object.fromEntries(
      Object.keys(fullSurface.modules).map((name) => [
        name,
        moduleOf(surface, name, surface.modules[name] ?? {}),
      ]),
    ),
    core_endpoints: coreEndpoints(surface),
    rich_text: richtextContract(),
    conventions: conventions(context, { usedTypes: usedTypes(types), hasLocales: locales.length > 1 }),
    ...(types.blocks.size > 0 ? { blocks: describeBlocks(selected, forms) } : {}),
    relations: relationsOf(surface, selected),
    webhooks: webhookContract(bounds.webhooks),
    limits: {
      ...limits,
      ...perProject,
      ...(locales.length > 1 ? { locale_rows_per_project_max: localeRowsMax } : {}),
      webhook_timeout_seconds: bounds.webhooks.timeoutSeconds,
      webhook_retry_seconds: [...bounds.webhooks.retrySeconds],
      budgets: bounds.budgets,
      body_bytes_max: bounds.bodyBytesMax,
      upload_bytes_max: bounds.uploadBytesMax,
      answer_bytes_max: bounds.responseBytesMax,
      bulk_items_max: bounds.bulkOperationsMax,
    },
    api: { version: 'v1' as const, service_version: serviceVersion },
    $defs: forms.definitions,
  };
}

async function describeTypes(
  context: ReleaseContext,
  surface: Surface,
  { selected, forms }: { selected: DescribedDefinitions; forms: DescribedForms },
) {
  const space = context.newResponseSpace();
  const descriptions: DescribedType[] = [];
  await addPart(space, forms.takeNew());
  for (const type of selected.types) {
    const description = describeType(surface, type, forms);
    await addPart(space, { description, $defs: forms.takeNew() });
    descriptions.push(description);
    if (isYieldDue()) await yieldToEventLoop();
  }
  return descriptions;
}

async function addPart(space: ResponseSpace, part: object): Promise<void> {
  try {
    await space.add(part);
  } catch (error) {
    if (!(error instanceof ResponseFull)) throw error;
    const name = 'content_types';
    throw apiError('query_too_expensive', { name, bytesMax: space.maxBytes }, { param: name });
  }
}

type DescribedType = ReturnType<typeof describeType>;

function describeType(surface: Surface, type: TypeRecord, forms: DescribedForms) {
  return {
    slug: type.slug,
    name: type.name,
    kind: type.kind,
    display_field: type.display_field,
    subtitle_field: type.subtitle_field,
    ...(type.groups === undefined ? {} : { groups: type.groups }),
    fields: type.fields.map(servedField),
    endpoints: typeEndpoints(surface, type),
    response_shape: forms.ofType(type),
  };
}

/** Returns the field types of a release, including `blocks` if it has block definitions. */
function usedTypes(types: TypesBySlug): Set<FieldType> {
  const definitions = [...types.values(), ...types.blocks.values()];
  const fieldTypes = new Set(definitions.flatMap(({ fields }) => fields.map(({ type }) => type)));
  return types.blocks.size > 0 ? fieldTypes.add('blocks') : fieldTypes;
}

/** Describes the block definitions with the form of their reads (specification: blocks). */
function describeBlocks({ blocks }: DescribedDefinitions, forms: DescribedForms) {
  return blocks.map(({ slug, name, description, display_field, groups, fields }) => ({
    ...{ slug, name, description, display_field },
    ...(groups === undefined ? {} : { groups }),
    fields: fields.map(servedField),
    response_shape: forms.ofBlock(slug),
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
