const relative = /^([+-])(\d{1,5})([mhd])$/;
const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Replaces relative dates in the settings of a seed file, such as `+30d`, `-10h` and `+15m`, with dates.
 * Values of entries are not replaced.
 */
export function withDates(settings: Readonly<Record<string, unknown>>, now: Date): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => {
      const [, sign, amount, unit = ''] = (typeof value === 'string' && relative.exec(value)) || [];
      if (sign === undefined) return [key, value];
      const distance = Number(`${sign}${amount}`) * (unitMs[unit] ?? 0);
      return [key, new Date(now.getTime() + distance).toISOString()];
    }),
  );
}
