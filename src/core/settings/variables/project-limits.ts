import { Type } from '@sinclair/typebox';
import {
  defaultProjectLimits as defaults,
  type ProjectLimit,
  type ProjectLimits,
} from '../../../contract/limits.ts';

const Count = (fallback: number) => Type.Integer({ minimum: 1, default: fallback });

/** Variables that set the limits of a project. */
export const limitVariables = {
  MAX_KEYS: Count(defaults.keys_per_project_max),
  MAX_WEBHOOK_ENDPOINTS: Count(defaults.webhook_endpoints_per_project_max),
  MAX_RELEASES: Count(defaults.releases_per_project_max),
  MAX_CLONE_ENTRIES: Count(defaults.entries_per_clone_max),
  MAX_ENTRIES: Count(defaults.entries_per_project_max),
  MAX_ARTICLES: Count(defaults.articles_per_project_max),
  MAX_LOCALE_ROWS: Count(defaults.locale_rows_per_project_max),
  MAX_AUTHORS: Count(defaults.authors_per_project_max),
  MAX_CATEGORIES: Count(defaults.categories_per_project_max),
  MAX_KB_SHELVES: Count(defaults.kb_shelves_per_project_max),
  MAX_MEDIA: Count(defaults.media_per_project_max),
  MAX_MEDIA_BYTES: Count(defaults.media_bytes_per_project_max),
  MAX_PENDING_UPLOADS: Count(defaults.pending_uploads_per_project_max),
  MAX_DEFINITION_BYTES: Count(defaults.definition_bytes_per_release_max),
};

/** The variable of each limit. */
export const variableOfLimit = {
  keys_per_project_max: 'MAX_KEYS',
  webhook_endpoints_per_project_max: 'MAX_WEBHOOK_ENDPOINTS',
  releases_per_project_max: 'MAX_RELEASES',
  entries_per_clone_max: 'MAX_CLONE_ENTRIES',
  entries_per_project_max: 'MAX_ENTRIES',
  articles_per_project_max: 'MAX_ARTICLES',
  locale_rows_per_project_max: 'MAX_LOCALE_ROWS',
  authors_per_project_max: 'MAX_AUTHORS',
  categories_per_project_max: 'MAX_CATEGORIES',
  kb_shelves_per_project_max: 'MAX_KB_SHELVES',
  media_per_project_max: 'MAX_MEDIA',
  media_bytes_per_project_max: 'MAX_MEDIA_BYTES',
  pending_uploads_per_project_max: 'MAX_PENDING_UPLOADS',
  definition_bytes_per_release_max: 'MAX_DEFINITION_BYTES',
} as const satisfies Record<ProjectLimit, keyof typeof limitVariables>;

type LimitVariable = (typeof variableOfLimit)[ProjectLimit];

/** The limits by the names that introspection and errors use. */
export function projectLimitsOf(config: Readonly<Record<LimitVariable, number>>): ProjectLimits {
  const limits = Object.entries(variableOfLimit).map(([limit, variable]) => [limit, config[variable]]);
  return Object.fromEntries(limits) as ProjectLimits;
}
