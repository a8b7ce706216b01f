import type { Assembly } from './assembly.ts';
import type { BodyParsers } from './body-parsers.ts';
import { baseUrlOf, boundsOf, type Config } from '../core/settings/config.ts';
import { storageSettingsOf } from '../core/settings/storage-config.ts';
import { admitMember, admitPreview } from '../dashboard/api/service.ts';
import { personBudgets } from '../projects/limits/service.ts';
import type { DashboardDeps } from '../core/http/dashboard/dashboard-deps.ts';
import type { PreviewDeps } from '../core/http/dashboard/preview-router.ts';
import type { EndpointDeps } from '../core/http/server/server-deps.ts';
import type { SystemDb } from '../core/mongo/scope/handle.ts';
import type { Sending } from '../core/outbound/sending.ts';
import { PreviewTokens } from '../core/context/preview-tokens.ts';
import { checkBuckets } from '../core/storage/bucket/bucket-check.ts';
import type { StorageSettings } from '../core/storage/settings.ts';
import { KnownBrowsers } from '../core/http/dashboard/known-browsers.ts';
import { findPerson } from '../accounts/sign-in/service.ts';

interface DoorParts {
  system: SystemDb;
  config: Config;
  assembly: Assembly;
  sending: Sending;
}

/** Puts the dashboard's router together: its routes, who may pass, and the calls that its routes get. */
export function dashboardDeps(
  { system, config, assembly, sending }: DoorParts,
  { bodies, ...api }: EndpointDeps & { bodies: BodyParsers },
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
    bodies: bodies.ofProjects,
    accountBodies: bodies.ofAccounts,
    findPerson: (token, now) => findPerson(system, token, now),
    admitMember: (person, projectId, at) => {
      const { keepsAddresses } = bounds;
      return admitMember({ system, now: api.clock.now(), keepsAddresses }, { person, projectId, at });
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
  const found = (await checkBuckets(settings, now)).filter(({ fault }) => fault !== 'public_url_silent');
  if (found.length === 0) return null;
  const isSilent = found.some(({ fault }) => fault === 'endpoint');
  const what = isSilent ? 'does not answer' : 'does not store and return files correctly';
  return `The storage ${what}. The operator of this installation finds the cause with: galley doctor`;
}
