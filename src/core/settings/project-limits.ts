import { Type } from '@sinclair/typebox';
import {
  defaultProjectLimits as most,
  type ProjectLimit,
  type ProjectLimits,
} from '../../contract/limits.ts';

const Count = (fallback: number) => Type.Integer({ minimum: 1, default: fallback });

/** The variables by which the operator sets what one project may have. */
export const limitVariables = {
  MAX_KEYS: Count(most.keys_per_project_max),
  MAX_WEBHOOK_ENDPOINTS: Count(most.webhook_endpoints_per_project_max),
  MAX_RELEASES: Count(most.releases_per_project_max),
  MAX_CLONE_ENTRIES: Count(most.entries_per_clone_max),
  MAX_ENTRIES: Count(most.entries_per_project_max),
  MAX_ARTICLES: Count(most.articles_per_project_max),
  MAX_AUTHORS: Count(most.authors_per_project_max),
  MAX_CATEGORIES: Count(most.categories_per_project_max),
  MAX_KB_SHELVES: Count(most.kb_shelves_per_project_max),
  MAX_MEDIA: Count(most.media_per_project_max),
  MAX_MEDIA_BYTES: Count(most.media_bytes_per_project_max),
  MAX_PENDING_UPLOADS: Count(most.pending_uploads_per_project_max),
  MAX_DEFINITION_BYTES: Count(most.definition_bytes_per_release_max),
};

/** The variable of each limit of a project. */
export const variableOfLimit = {
  keys_per_project_max: 'MAX_KEYS',
  webhook_endpoints_per_project_max: 'MAX_WEBHOOK_ENDPOINTS',
  releases_per_project_max: 'MAX_RELEASES',
  entries_per_clone_max: 'MAX_CLONE_ENTRIES',
  entries_per_project_max: 'MAX_ENTRIES',
  articles_per_project_max: 'MAX_ARTICLES',
  authors_per_project_max: 'MAX_AUTHORS',
  categories_per_project_max: 'MAX_CATEGORIES',
  kb_shelves_per_project_max: 'MAX_KB_SHELVES',
  media_per_project_max: 'MAX_MEDIA',
  media_bytes_per_project_max: 'MAX_MEDIA_BYTES',
  pending_uploads_per_project_max: 'MAX_PENDING_UPLOADS',
  definition_bytes_per_release_max: 'MAX_DEFINITION_BYTES',
} as const satisfies Record<ProjectLimit, keyof typeof limitVariables>;

type LimitVariable = (typeof variableOfLimit)[ProjectLimit];

/** The limits by the names that introspection and refusals use. */
export function projectLimitsOf(config: Readonly<Record<LimitVariable, number>>): ProjectLimits {
  const limits = Object.entries(variableOfLimit).map(([limit, variable]) => [limit, config[variable]]);
  return Object.fromEntries(limits) as ProjectLimits;
}
