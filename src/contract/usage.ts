/** What Galley counts for each project and day. */
export const usageKinds = ['requests', 'streams', 'webhooks'] as const;
export type UsageKind = (typeof usageKinds)[number];

/** Counts one request, stream or webhook of a project. */
export type CountUsage = (projectId: string, kind: UsageKind) => void;

/** Limits of a project that only warn: nothing is rejected above them. */
export const usageLimits = ['storage_bytes', 'requests_per_month'] as const;
export type UsageLimit = (typeof usageLimits)[number];
export type UsageLimits = Partial<Record<UsageLimit, number>>;

/** Whether to warn about a limit: from 80 % on, computed in whole numbers. */
export function isNearLimit(used: number, max: number): boolean {
  return used * 5 >= max * 4;
}
