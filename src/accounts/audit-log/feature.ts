import type { Feature, JobParts } from '../../core/context/index.ts';
import { auditScreenRoutes } from './dashboard-routes.ts';
import {
  audit,
  auditHeads,
  auditRoots,
  auditSeals,
  clearAddresses,
  sealAll,
  SealKey,
  trimAll,
} from '../../projects/index.ts';
import { rejections } from './rejections/repository.ts';

const stays = 'who did what in one installation';

export const auditFeature: Feature = {
  name: 'audit',
  dashboardRoutes: auditScreenRoutes,
  collections: [
    { collection: audit, stays, mayBeSharded: true },
    { collection: auditHeads, stays, mayBeSharded: false },
    { collection: auditSeals, stays, mayBeSharded: true },
    { collection: auditRoots, stays, mayBeSharded: false },
    { collection: rejections, stays: 'counts of one installation', mayBeSharded: true },
  ],
  jobs: ({ system, clock, log, audit: retention }) => [
    {
      name: 'audit.seal',
      everySeconds: retention.sealSeconds,
      run: () => sealAll({ system, clock, log, sealKey: new SealKey(retention.secret) }),
    },
    {
      name: 'audit.keep',
      everySeconds: 3_600,
      run: () => applyRetention({ system, clock, audit: retention }),
    },
  ],
};

/** Deletes rows and addresses that are older than the operator's settings allow. */
async function applyRetention({
  system,
  clock,
  audit: { secret, days, addressDays },
}: Pick<JobParts, 'system' | 'clock' | 'audit'>) {
  const parts = { system, now: clock.now(), sealKey: new SealKey(secret) };
  await trimAll(parts, days);
  await clearAddresses(parts, addressDays);
}
