import { areas, type Narrowed } from '../../contract/access.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { checkNarrowable, checkGrant, type Role } from '../../accounts/index.ts';

/** Options that narrow a membership. */
export interface NarrowOptions {
  area?: string[];
  type?: string[];
  locale?: string[];
}

export const areaOption = ['--area <area...>', `narrow the member to areas: ${areas.join(', ')}`] as const;
export const typeOption = ['--type <slug...>', 'narrow the member to content types'] as const;

export const localeOption = [
  '--locale <code...>',
  'let the member change localized fields of these locales only',
] as const;

/** The restrictions of a member; undefined for all rights of the role. @throws invalid_scope */
export async function narrowedBy(
  db: ProjectDb,
  role: Role,
  { area, type, locale }: NarrowOptions,
): Promise<Narrowed | undefined> {
  const restrictions = {
    ...(area === undefined ? {} : { areas: area }),
    ...(type === undefined ? {} : { types: type }),
    ...(locale === undefined ? {} : { locales: locale }),
  };
  const grant = (await checkGrant(db, restrictions)) ?? undefined;
  checkNarrowable(role, grant);
  return grant;
}
