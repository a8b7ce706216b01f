import type { Assembly } from './assembly.ts';
import { baseUrlOf, boundsOf, type Config, storageSettingsOf } from '../core/settings/index.ts';
import { admitMember, admitPreview, framedOrigins } from '../dashboard/index.ts';
import { personBudgets } from '../projects/index.ts';
import {
  type bodyOptions,
  type DashboardDeps,
  type EndpointDeps,
  KnownBrowsers,
  type PreviewDeps,
} from '../core/http/index.ts';
import type { SystemDb } from '../core/mongo/index.ts';
import type { Sending } from '../core/outbound/index.ts';
import { PreviewTokens } from '../core/context/index.ts';
import { checkBuckets, type StorageSettings } from '../core/storage/index.ts';
import { findPerson } from '../accounts/index.ts';

interface DashboardParts {
  system: SystemDb;
  config: Config;
  assembly: Assembly;
  sending: Sending;
}

/** Creates the dependencies of the dashboard's router: its routes, its admission, and the contexts of its routes. */
export function dashboardDeps(
  { system, config, assembly, sending }: DashboardParts,
  { bodies, ...api }: EndpointDeps & { bodies: ReturnType<typeof bodyOptions> },
): DashboardDeps {
  const bounds = boundsOf(config);
  const { budgets: perWindow, windowSeconds } = bounds;
  return {
    ...api,
    gate: { ...api.gate, spend: personBudgets(system, { perWindow, windowSeconds }) },
    routes: assembly.dashboardRoutes,
    apiRoutes: assembly.surface.routes,
    system,
    tools: {
      sending,
      previews: new PreviewTokens(config.APP_SECRET, config.APP_SECRET_PREVIOUS),
      checkStorage: () => storageError(storageSettingsOf(config), sending.clock.now()),
    },
    browsers: new KnownBrowsers(config.APP_SECRET, config.APP_SECRET_PREVIOUS),
    bounds,
    baseUrl: baseUrlOf(config),
    bodies: bodies.signedIn,
    accountBodies: bodies.anonymous,
    findPerson: (token, now) => findPerson(system, token, { now, bounds }),
    admitMember: (person, projectId, at) =>
      admitMember({ system, now: api.clock.now(), bounds }, { person, projectId, at }),
  };
}

/** Finds the site that a document of the dashboard may show in a frame, for members of its project. */
export function framedOriginsFor({ system, baseUrl, clock, ...deps }: DashboardDeps) {
  return framedOrigins({
    system,
    baseUrl,
    findPerson: (token) => deps.findPerson(token, clock.now()),
    admitMember: (person, projectId, { ip }) =>
      deps.admitMember(person, projectId, { requestId: '', address: ip }),
  });
}

/** Creates the dependencies of the preview router. Requests with tokens are counted like those of people. */
export function previewDeps(
  { system, config, assembly }: DashboardParts,
  endpointDeps: EndpointDeps,
): PreviewDeps {
  const { budgets: perWindow, windowSeconds } = boundsOf(config);
  const previews = new PreviewTokens(config.APP_SECRET, config.APP_SECRET_PREVIOUS);
  return {
    ...endpointDeps,
    spendOfPeople: personBudgets(system, { perWindow, windowSeconds }),
    apiRoutes: assembly.surface.routes,
    admitPreview: (token, address) =>
      admitPreview({ system, previews, now: endpointDeps.clock.now() }, token, address),
  };
}

/** Owners of projects see only whether files work. Endpoint, buckets and keys belong to the operator. */
async function storageError(settings: StorageSettings, now: Date): Promise<string | null> {
  const errors = (await checkBuckets(settings, now)).filter(({ code }) => code !== 'public_url_silent');
  if (errors.length === 0) return null;
  const isSilent = errors.some(({ code }) => code === 'endpoint');
  const what = isSilent ? 'does not answer' : 'does not store and return files correctly';
  return `The storage ${what}. The operator of this installation finds the cause with: galley doctor`;
}
