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

/** The CDN settings of a project, with defaults. */
export function cdnOf({ settings }: Pick<ProjectRecord, 'settings'>): CdnSettings {
  return settings.cdn ?? cdnDefaults;
}

/** The CDN mode of a project; null if it is off. */
export function cdnModeOf(record: Pick<ProjectRecord, 'settings'>): CdnMode | null {
  const { profile, ...ages } = cdnOf(record);
  return profile === 'off' ? null : { profile, ...ages };
}

/**
 * The CDN settings after a change. Omitted settings keep their values, and null resets all of them. Undefined for the
 * defaults, which are not stored.
 * @throws invalid_field_value
 */
export function mergeCdn(
  before: Pick<ProjectRecord, 'settings'>,
  input: Partial<CdnSettings> | null | undefined,
): CdnSettings | undefined {
  const after = input === null ? cdnDefaults : { ...cdnOf(before), ...input };
  checkCdn(after);
  return isDeepStrictEqual(after, cdnDefaults) ? undefined : after;
}

/** The dashboard's routes have validated the settings already; the command line has not. */
function checkCdn(after: CdnSettings): void {
  if (!cdnProfiles.includes(after.profile))
    throw invalidSetting('profile', `it is ${cdnProfiles.slice(0, -1).join(', ')} or ${cdnProfiles.at(-1)}`);
  for (const name of ['max_age_seconds', 'stale_seconds'] as const) {
    const { min, max } = cdnBounds[name];
    const seconds = after[name];
    if (!Number.isInteger(seconds) || seconds < min || seconds > max)
      throw invalidSetting(name, `it takes ${min} to ${max} whole seconds`);
  }
}

function invalidSetting(name: string, why: string): Error {
  return apiError('invalid_field_value', { name: `cdn.${name}`, why }, { param: `cdn.${name}` });
}
