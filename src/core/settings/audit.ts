import { Type } from '@sinclair/typebox';
import { sessionHours } from '../../contract/limits.ts';
import type { Bounds } from '../util/json/bounds.ts';
import type { AuditKeeping } from '../context/feature.ts';

/** How long the audit log is kept, and the addresses in it; with 0 none are stored. In days. How long sign-ins last. */
export const auditVariables = {
  AUDIT_DAYS: Type.Integer({ minimum: 30, maximum: 3_650, default: 400 }),
  AUDIT_ADDRESS_DAYS: Type.Integer({ minimum: 0, maximum: 3_650, default: 90 }),
  SESSION_HOURS: Type.Integer({ minimum: 1, maximum: 8_760, default: sessionHours }),
};
/** Those of them that calls go by. */
export const accessBoundNames = ['AUDIT_ADDRESS_DAYS', 'SESSION_HOURS'] as const;

export function accessBoundsOf(
  config: Pick<AuditSettings, (typeof accessBoundNames)[number]>,
): Pick<Bounds, 'keepsAddresses' | 'sessionHours'> {
  return { keepsAddresses: config.AUDIT_ADDRESS_DAYS > 0, sessionHours: config.SESSION_HOURS };
}

type AuditSettings = { [K in keyof typeof auditVariables]: number } & {
  APP_SECRET: string;
  AUDIT_SEAL_SECONDS: number;
};

/** How the audit log is kept. */
export function auditKeepingOf(config: AuditSettings): AuditKeeping {
  return {
    secret: config.APP_SECRET,
    days: config.AUDIT_DAYS,
    addressDays: config.AUDIT_ADDRESS_DAYS,
    sealSeconds: config.AUDIT_SEAL_SECONDS,
  };
}
