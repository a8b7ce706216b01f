import { Type } from '@sinclair/typebox';
import { sessionHours } from '../../../contract/limits.ts';
import type { Bounds } from '../../util/json/bounds.ts';
import type { AuditLogSettings } from '../../context/feature.ts';

/**
 * Days that the audit log and the IP addresses in it are stored (with 0 no addresses are), and hours that a sign-in
 * lasts.
 */
export const auditVariables = {
  AUDIT_DAYS: Type.Integer({ minimum: 30, maximum: 3_650, default: 400 }),
  AUDIT_ADDRESS_DAYS: Type.Integer({ minimum: 0, maximum: 3_650, default: 90 }),
  SESSION_HOURS: Type.Integer({ minimum: 1, maximum: 8_760, default: sessionHours }),
};
/** Variables that become bounds of requests. */
export const accessBoundNames = ['AUDIT_ADDRESS_DAYS', 'SESSION_HOURS'] as const;

export function accessBoundsOf(
  config: Pick<AuditSettings, (typeof accessBoundNames)[number]>,
): Pick<Bounds, 'storesAddresses' | 'sessionHours'> {
  return { storesAddresses: config.AUDIT_ADDRESS_DAYS > 0, sessionHours: config.SESSION_HOURS };
}

type AuditSettings = { [K in keyof typeof auditVariables]: number } & {
  APP_SECRET: string;
  APP_SECRET_PREVIOUS?: string;
  AUDIT_SEAL_SECONDS: number;
};

export function auditLogSettingsOf(config: AuditSettings): AuditLogSettings {
  return {
    secret: config.APP_SECRET,
    days: config.AUDIT_DAYS,
    addressDays: config.AUDIT_ADDRESS_DAYS,
    sealSeconds: config.AUDIT_SEAL_SECONDS,
  };
}
