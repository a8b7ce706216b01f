import { findUrlTextError } from '../../../contract/text/address-text.ts';
import { eventNames } from '../../../contract/events/events.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';

/** Whether an endpoint with these patterns receives an event (specification: subscriptions). */
export function isSubscribed(patterns: readonly string[], event: string): boolean {
  return patterns.some((pattern) => matches(pattern, event));
}

/** `*` matches all events, `content.*` those that begin with `content.`, any other pattern one name. */
function matches(pattern: string, event: string): boolean {
  if (pattern === '*') return true;
  return pattern.endsWith('.*') ? event.startsWith(pattern.slice(0, -1)) : pattern === event;
}

/**
 * Returns the patterns without duplicates; `*` if there are none.
 * @throws invalid_field_value for a pattern that matches no event
 */
export function checkPatterns(patterns: readonly string[] | undefined): string[] {
  if (patterns === undefined || patterns.length === 0) return ['*'];
  for (const pattern of patterns) {
    if (eventNames.some((name) => matches(pattern, name))) continue;
    throw apiError(
      'invalid_field_value',
      {
        name: 'events',
        why: `"${pattern}" is not an event; use names such as content.entry.published, content.* or *`,
      },
      {
        param: 'events',
        expected: 'event name',
        got: pattern,
        did_you_mean: didYouMean(pattern, eventNames),
      },
    );
  }
  return [...new Set(patterns)];
}

/**
 * Returns the normalized URL of an endpoint.
 * @throws invalid_field_value unless it is http or https without credentials, control characters and backslashes.
 */
export function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol);
  if (!isWeb) throw wrongUrl(text, 'write it as https://example.com/hooks');
  const urlError = findUrlTextError(text);
  if (urlError !== null) throw wrongUrl(text, urlError);
  if (url.href.length > limits.url_chars_max)
    throw wrongUrl(text, `it takes at most ${limits.url_chars_max} characters`);
  url.hash = '';
  return url.href;
}

function wrongUrl(got: string, why: string): Error {
  return apiError(
    'invalid_field_value',
    { name: 'url', why },
    { param: 'url', expected: 'http(s) address', got },
  );
}
