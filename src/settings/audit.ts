import { Type } from '@sinclair/typebox';
import type { AuditKeeping } from '../platform/feature.ts';

/** How long the audit log is kept, and the addresses in it; with 0 none are stored. In days. */
export const auditVariables = {
  AUDIT_DAYS: Type.Integer({ minimum: 30, maximum: 3_650, default: 400 }),
  AUDIT_ADDRESS_DAYS: Type.Integer({ minimum: 0, maximum: 3_650, default: 90 }),
};

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
