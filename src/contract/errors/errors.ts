import { commandErrors } from './command-errors.ts';
import { contentErrors } from './content-errors.ts';
import { dashboardErrors } from './dashboard-errors.ts';
import { localeErrors } from './locale-errors.ts';
import { moduleErrors } from './module-errors.ts';
import { requestErrors } from './request-errors.ts';
import { ssoErrors } from './sso-errors.ts';
import { signInErrors } from './sign-in-errors.ts';

/**
 * Every error of the API: its status and the message that says what to do next (specification: errors).
 * `doc` is the longer text of the page under /docs/errors.
 */
export const apiErrors = { ...requestErrors, ...contentErrors, ...moduleErrors } as const;

export const errors = {
  ...apiErrors,
  ...dashboardErrors,
  ...localeErrors,
  ...signInErrors,
  ...ssoErrors,
  ...commandErrors,
} as const;

export type ErrorCode = keyof typeof errors;
export type ErrorDetail<C extends ErrorCode> = Parameters<(typeof errors)[C]['message']>[0];

/** Returns the `type` of an error response (specification: errors). */
export function errorType(status: number): string {
  const byStatus: Record<number, string> = {
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    409: 'conflict_error',
    429: 'rate_limit_error',
  };
  return byStatus[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}

/** Codes that belong together, for the `errors` of routes. */
export const errorGroups = {
  dates: [
    'invalid_published_at',
    'published_at_too_far_ahead',
    'invalid_unpublish_at',
    'unpublish_at_too_far_ahead',
  ],
  changeDates: [
    'invalid_published_at',
    'published_at_too_far_ahead',
    'invalid_publish_at',
    'invalid_unpublish_at',
    'unpublish_at_too_far_ahead',
  ],
  richtext: ['invalid_richtext_document', 'unknown_richtext_node'],
  change: ['nothing_to_update', 'revision_conflict'],
  blogReading: ['unknown_blog_article', 'blog_article_not_published', 'blog_article_scheduled'],
  kbReading: [
    'unknown_kb_article',
    'kb_article_not_published',
    'kb_article_scheduled',
    'kb_article_archived',
  ],
} as const satisfies Record<string, readonly ErrorCode[]>;
