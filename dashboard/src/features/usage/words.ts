import type { UsageWarning } from '../../../../src/dashboard/usage/schema.ts';
import { formatted } from '../../components/base/counted.ts';
import { fileSize } from '../../components/base/file-size.ts';

export const limitNames = {
  storage_bytes: 'Storage',
  requests_per_month: 'Requests this month',
} as const satisfies Record<UsageWarning['limit'], string>;

/** `80 % used`; rounded down, so that 100 % means that the limit is reached. */
export function usedShare({ used, max }: Pick<UsageWarning, 'used' | 'max'>): string {
  return `${formatted(Math.floor((used * 100) / max))} % used`;
}

/** `28 of 35`, `40 GB of 50 GB`. */
export function usedOfMax({ limit, used, max }: UsageWarning): string {
  const format = limit === 'storage_bytes' ? fileSize : formatted;
  return `${format(used)} of ${format(max)}`;
}
