import { describe, expect, it } from 'vitest';
import { apiErrors, type ErrorCode, errors, errorType } from '../../../../src/contract/errors/errors.ts';
import { errorsOf } from '../../../../src/core/http/pipeline/route-errors.ts';
import { dashboardRoutes, routes } from '../../../support/assembly.ts';

const words = (text: string) => text.trim().split(/\s+/);

/** The codes with the status that the contract gives them. */
const byStatus: Record<number, string[]> = {
  401: words('missing_api_key invalid_api_key key_expired'),
  403: words('secret_key_required scope_required origin_not_allowed approval_required'),
  404: words(`unknown_endpoint unknown_content_type unknown_entry unknown_release unknown_blog_article
    unknown_kb_article unknown_blog_category unknown_kb_collection unknown_kb_section unknown_author unknown_media
    entry_not_published content_not_published blog_article_not_published kb_article_not_published
    blog_article_scheduled kb_article_scheduled kb_article_archived unknown_block`),
  405: ['method_not_allowed'],
  409: words(`entry_referenced blog_slug_taken kb_slug_taken slug_taken content_type_referenced
    content_type_kind_immutable field_type_immutable fields_would_be_removed field_being_removed field_value_taken choice_in_use block_in_use slug_is_final
    release_is_default release_not_ready release_diverged revision_conflict idempotency_key_reused
    idempotency_in_progress`),
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  429: ['rate_limited'],
  500: ['internal_error'],
  503: ['temporarily_unavailable'],
  400: words(`not_a_collection not_a_singleton invalid_limit invalid_offset invalid_cursor unknown_filter_field
    unsupported_filter_operator unknown_sort_field unsortable_field too_many_ids missing_required_field
    invalid_field_value unknown_field unknown_link invalid_richtext_document unknown_richtext_node invalid_published_at
    published_at_too_far_ahead invalid_publish_at invalid_unpublish_at unpublish_at_too_far_ahead
    invalid_key_purpose invalid_key_expiry permanent_media_urls_unavailable invalid_json
    invalid_parameter unknown_parameter nothing_to_update invalid_content_type invalid_field_definition
    query_too_expensive upload_too_large invalid_file_name invalid_media_type invalid_idempotency_key limit_reached
    block_not_allowed invalid_block blocks_too_deep too_many_blocks too_many_operations bulk_rejected`),
};

/** Codes that the server answers before a route is found. */
const beforeRoutes = ['unknown_endpoint', 'method_not_allowed'];

/** What any endpoint may answer to a key that was narrowed, and to no other (docs/security/roles-and-keys.md). */
const toNarrowedKeys = ['scope_required'];

describe('the error catalogue', () => {
  it('has every code of the specification and the contract, and no other', () => {
    expect(Object.keys(apiErrors).sort()).toEqual(Object.values(byStatus).flat().sort());
  });

  it.each(Object.entries(byStatus))('answers %s for the codes that have it', (status, codes) => {
    for (const code of codes) expect(errors[code as ErrorCode].status, code).toBe(Number(status));
  });

  it('gives every status the class of the specification', () => {
    expect([401, 403, 404, 409, 429, 400, 405, 413, 415, 500, 503].map(errorType)).toEqual([
      'authentication_error',
      'permission_error',
      'not_found_error',
      'conflict_error',
      'rate_limit_error',
      ...Array<string>(4).fill('invalid_request_error'),
      ...Array<string>(2).fill('api_error'),
    ]);
  });

  it('has no code without an endpoint', () => {
    const ofDashboard = dashboardRoutes.flatMap(({ errors: own = [] }) => own);
    const answered = new Set<string>([
      ...beforeRoutes,
      ...toNarrowedKeys,
      ...routes.flatMap(errorsOf),
      ...ofDashboard,
    ]);

    expect(Object.keys(apiErrors).filter((code) => !answered.has(code))).toEqual([]);
  });
});
