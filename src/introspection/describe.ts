import { limits } from '../contract/limits.ts';
import { loadTypes } from '../content-types/service.ts';
import type { ReleaseCall } from '../platform/call.ts';
import { serviceVersion } from '../platform/service-version.ts';
import { listReleases } from '../releases/service.ts';
import { richtextContract } from '../richtext/service.ts';
import { conventions } from './conventions.ts';
import { coreEndpoints, moduleEndpoints, typeEndpoints } from './endpoints.ts';
import { fieldsOf } from './module-fields.ts';
import { relationsOf } from './relations.ts';
import type { ModuleName, Surface } from './surface.ts';
import { responseShape } from './type-shapes.ts';
import { webhookContract } from './webhook-contract.ts';

/**
 * All that a client can know of the calling project (spec, "GET /v1/introspection"); computed, nothing written twice.
 * The releases' `entry_count` counts drafts, which move no revision, so the list of releases is laid over what the
 * definitions say: the rest may be kept for as long as the definitions are the same, this part may not.
 */
export async function describeProject(call: ReleaseCall, surface: Surface) {
  const { project, release, ...rest } = await describeDefinitions(call, surface);
  if (call.caller?.purpose === 'publishable') return { project, release, ...rest };
  return { project, release, releases: (await listReleases(call)).data, ...rest };
}

async function describeDefinitions(call: ReleaseCall, surface: Surface) {
  const { project, release, bounds } = call;
  const types = await loadTypes(call);
  return {
    project: { id: project.id, name: project.name, private_media: project.privateMedia },
    release: { id: release.id, name: release.name, default: release.default },
    content_types: [...types.values()].map((type) => ({
      slug: type.slug,
      name: type.name,
      kind: type.kind,
      display_field: type.display_field,
      subtitle_field: type.subtitle_field,
      fields: type.fields,
      endpoints: typeEndpoints(surface, type),
      response_shape: responseShape(type, types),
    })),
    modules: {
      blog: moduleOf(surface, 'blog'),
      kb: moduleOf(surface, 'kb'),
      authors: moduleOf(surface, 'authors'),
      media: moduleOf(surface, 'media'),
    },
    core_endpoints: coreEndpoints(surface),
    rich_text: richtextContract(),
    conventions: conventions(call),
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
      answer_bytes_max: bounds.answerBytesMax,
    },
    api: { version: 'v1' as const, service_version: serviceVersion },
  };
}

function moduleOf(surface: Surface, name: ModuleName) {
  const resources = Object.entries(surface.modules[name]);
  return {
    endpoints: moduleEndpoints(surface, name),
    fields: Object.fromEntries(resources.map(([resource, forms]) => [resource, fieldsOf(forms)])),
  };
}
