import type { Assembly } from './assembly.ts';
import { baseUrlOf, boundsOf, type Config, storageSettingsOf } from '../core/settings/index.ts';
import { admitMember, admitPreview } from '../dashboard/index.ts';
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

interface DoorParts {
  system: SystemDb;
  config: Config;
  assembly: Assembly;
  sending: Sending;
}

/** Puts the dashboard's router together: its routes, who may pass, and the calls that its routes get. */
export function dashboardDeps(
  { system, config, assembly, sending }: DoorParts,
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
      previews: new PreviewTokens(config.APP_SECRET),
      checkStorage: () => storageFault(storageSettingsOf(config), sending.clock.now()),
    },
    browsers: new KnownBrowsers(config.APP_SECRET),
    bounds,
    baseUrl: baseUrlOf(config),
    bodies: bodies.signedIn,
    accountBodies: bodies.anonymous,
    findPerson: (token, now) => findPerson(system, token, now),
    admitMember: (person, projectId, at) => {
      const { storesAddresses } = bounds;
      return admitMember({ system, now: api.clock.now(), storesAddresses }, { person, projectId, at });
    },
  };
}

/** Puts the router of previews together; its requests are counted like those of people. */
export function previewDeps({ system, config, assembly }: DoorParts, ways: EndpointDeps): PreviewDeps {
  const { budgets: perWindow, windowSeconds } = boundsOf(config);
  const previews = new PreviewTokens(config.APP_SECRET);
  return {
    ...ways,
    gate: { ...ways.gate, spend: personBudgets(system, { perWindow, windowSeconds }) },
    apiRoutes: assembly.surface.routes,
    admitPreview: (token, address) =>
      admitPreview({ system, previews, now: ways.clock.now() }, token, address),
  };
}

/** Owners of projects see whether files work; endpoint, buckets and keys are the installation's. */
async function storageFault(settings: StorageSettings, now: Date): Promise<string | null> {
  const found = (await checkBuckets(settings, now)).filter(({ code }) => code !== 'public_url_silent');
  if (found.length === 0) return null;
  const isSilent = found.some(({ code }) => code === 'endpoint');
  const what = isSilent ? 'does not answer' : 'does not store and return files correctly';
  return `The storage ${what}. The operator of this installation finds the cause with: galley doctor`;
}
