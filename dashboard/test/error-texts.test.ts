import { describe, expect, it } from 'vitest';
import { type ErrorCode, errors } from '../../src/contract/errors/errors.ts';
import { withDashboardText, textAtField, textOf } from '../src/api/errors/error-texts.ts';
import { readApiError } from '../src/api/errors/api-error.ts';

/** Values for every message of the API, each in the form that callers send. */
const details = {
  ...{ slug: 'news_story', name: 'first_name', id: 'ent_01', entryId: 'ent_01', releaseId: 'rel_01' },
  names: ['teaser', 'body'],
  ...{ code: 'de_at', available: ['en', 'de'], locales: ['de_at'] },
  ...{ mediaId: 'med_01', operator: 'has', choice: 'red_one', most: 20, what: 'ids inside blocks' },
  ...{ why: 'must be an object of {"values": ...}; see /v1/introspection', maxBytes: 4_194_304, at: '2026' },
  ...{
    whose: 'key',
    budget: 'write',
    retryAfter: 7,
    required: 'type:page',
    role: 'author',
    origin: 'http://a',
    label: 'Acme',
    reason: 'token',
  },
  ...{
    method: 'GET',
    path: '/v1/x',
    allowed: 'GET',
    current: 3,
    isLost: false,
    limit: 'keys_per_project_max',
  },
  ...{ value: 100, by: 'Bea', places: 'Spring, Kites (not live)', expiredAt: '2026' },
} as const;

const sent = (code: ErrorCode, detail: object = {}, hints: object = {}) => {
  const message = errors[code].message as (detail: object) => string;
  return { code, message: message({ ...details, ...detail }), ...hints };
};

/** Words of the API, which nobody sees in the dashboard. */
const apiWords =
  /`|[a-z]_[a-z0-9]|\/v1|[{}[\]]|\b(?:endpoint|request|bytes|parameter|object|null|ids?|GET|POST|PATCH)\b|the role/i;

describe('the text of the dashboard for an error', () => {
  it.each(Object.keys(errors) as ErrorCode[])('%s is free of the words of the API', (code) => {
    const hints = { param: 'values.first_name', limit: 'keys_per_project_max', value: 100 };
    const text = textOf(sent(code, {}, hints));
    expect(text).not.toMatch(apiWords);
    expect(text).toMatch(/^[A-Z].*\.$/s);
  });

  it.each([
    [
      sent('payload_too_large'),
      'This text is too long to save (limit 4 MB). Move part of it to another entry.',
    ],
    [
      sent('role_required', {}, { role: 'author' }),
      'You can only view this now. Ask an owner for edit access.',
    ],
    [sent('role_required', {}, { required: 'type:news_story' }), 'You no longer have access to News story.'],
    [sent('role_required', {}, { required: 'area:blog' }), 'You no longer have access to the blog.'],
    [sent('unknown_release'), 'This release was deleted.'],
    [sent('bulk_too_large', { most: 10_000 }), 'Select at most 10,000 entries at a time.'],
    [
      sent('limit_reached', {}, { limit: 'keys_per_project_max', value: 1_000 }),
      'This project can have at most 1,000 keys. Delete some, or ask the operator to raise this limit.',
    ],
    [
      sent('too_many_attempts', { retryAfter: 600 }),
      'Too many attempts. Try again in 10 minutes. Or ask an owner for a sign-in link.',
    ],
    [
      sent('invalid_field_value', { why: 'it must be at least 1 characters' }),
      'Must be at least 1 character.',
    ],
    [
      sent('invalid_field_value', { why: 'it must contain {token}, which gives access to the drafts' }),
      'Must contain {token}, which gives access to the drafts.',
    ],
    [sent('invalid_field_value', { why: 'it must be an object of values' }), 'This value isn’t valid.'],
    [
      sent('invalid_field_value', { why: 'they must be at most 4194304 bytes in all' }, { param: 'values' }),
      'This entry is too long to save (limit 4 MB). Move part of it to another entry.',
    ],
    [
      sent('invalid_field_definition', { why: 'min_length is larger than max_length.' }),
      'Min. length is larger than max. length.',
    ],
    [
      sent('invalid_field_definition', { why: 'The key "first_name" is reserved.' }),
      'The key "first_name" is reserved.',
    ],
    [
      sent('invalid_publish_at', { why: 'is not in the future; leave it out to publish now' }),
      'Choose a time in the future.',
    ],
    [
      { code: 'code_of_a_newer_service', message: 'x' },
      'Something went wrong. Reload this page and try again.',
    ],
  ])('has the values of the error: %j', (issue, text) => {
    expect(textOf(issue)).toBe(text);
  });

  it('names a required field by its label beside it', () => {
    // Reports of bulk changes have no parameter.
    expect(textOf(sent('missing_required_field', { name: 'sub_title' }))).toBe('Sub title is required.');
    const issue = withDashboardText(sent('missing_required_field', {}, { param: 'values.sub_title' }));
    expect(issue.message).toBe('Sub title is required.');
    expect(textAtField(issue, 'Deck')).toBe('Deck is required.');
  });
});

describe('a response that failed', () => {
  it('has the dashboard’s texts, and the error as it was sent', async () => {
    const errorsSent = [
      sent('slug_taken', {}, { param: 'slug' }),
      sent('unknown_link', {}, { param: 'cover' }),
    ];
    const envelope = { ...errorsSent[0], request_id: 'req_1', errors: errorsSent };
    const error = await readApiError(Response.json({ error: envelope }, { status: 409 }));
    expect(error.message).toBe('This slug is already in use.');
    expect(error.errors.map(({ param, message }) => [param, message])).toEqual([
      ['slug', 'This slug is already in use.'],
      ['cover', 'The linked item no longer exists. Choose something else.'],
    ]);
    expect(error.original).toEqual(envelope);
  });

  it.each([
    [413, 'This text is too long to save. Move part of it to another entry.'],
    [429, 'Too many changes at once. Try again in a moment.'],
    [500, 'Something went wrong on our side. Try again in a moment.'],
    [502, 'Galley is busy right now. Try again in a moment.'],
    [404, 'Something went wrong. Reload this page and try again.'],
  ])('of a proxy, %i, is told by its status', async (status, text) => {
    const error = await readApiError(new Response('<html>', { status }));
    expect(error.message).toBe(text);
  });
});
