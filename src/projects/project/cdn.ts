import { isDeepStrictEqual } from 'node:util';
import {
  cdnBounds,
  cdnDefaults,
  type CdnMode,
  cdnProfiles,
  type CdnSettings,
} from '../../contract/events/cdn.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { ProjectRecord } from './schema.ts';

/** CDN mode of a project, its defaults included. */
export function cdnOf({ settings }: Pick<ProjectRecord, 'settings'>): CdnSettings {
  return settings.cdn ?? cdnDefaults;
}

/** CDN mode that is on, or null. */
export function cdnModeOf(record: Pick<ProjectRecord, 'settings'>): CdnMode | null {
  const { profile, ...ages } = cdnOf(record);
  return profile === 'off' ? null : { profile, ...ages };
}

/**
 * CDN mode after a change; what is left out stays as it is, and null puts all of it back. Undefined where that is what
 * every project begins with: then nothing is stored.
 * @throws invalid_field_value
 */
export function laidOverCdn(
  before: Pick<ProjectRecord, 'settings'>,
  sent: Partial<CdnSettings> | null | undefined,
): CdnSettings | undefined {
  const after = sent === null ? cdnDefaults : { ...cdnOf(before), ...sent };
  check(after);
  return isDeepStrictEqual(after, cdnDefaults) ? undefined : after;
}

/** The routes of the dashboard check the form before; the command line does not. */
function check(after: CdnSettings): void {
  if (!cdnProfiles.includes(after.profile))
    throw refused('profile', `it is ${cdnProfiles.slice(0, -1).join(', ')} or ${cdnProfiles.at(-1)}`);
  for (const name of ['max_age_seconds', 'stale_seconds'] as const) {
    const { min, max } = cdnBounds[name];
    const seconds = after[name];
    if (!Number.isInteger(seconds) || seconds < min || seconds > max)
      throw refused(name, `it takes ${min} to ${max} whole seconds`);
  }
}

function refused(name: string, why: string): Error {
  return apiError('invalid_field_value', { name: `cdn.${name}`, why }, { param: `cdn.${name}` });
}
