import { findUrlTextError } from '../../../contract/text/address-text.ts';
import { eventNames } from '../../../contract/events/events.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';

/** Whether an endpoint that asked for `patterns` hears of an event (specification: subscriptions). */
export function isSubscribed(patterns: readonly string[], event: string): boolean {
  return patterns.some((pattern) => matches(pattern, event));
}

/** `*` is everything, `content.*` everything that begins with `content.`, all else one name. */
function matches(pattern: string, event: string): boolean {
  if (pattern === '*') return true;
  return pattern.endsWith('.*') ? event.startsWith(pattern.slice(0, -1)) : pattern === event;
}

/**
 * The patterns without repetitions; all events when none were named.
 * @throws invalid_field_value for one that no event has.
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
 * The address of an endpoint in its normal form.
 * @throws invalid_field_value unless it is http or https without credentials, control characters and backslashes.
 */
export function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol);
  if (!isWeb) throw wrongUrl(text, 'write it as https://example.com/hooks');
  const fault = findUrlTextError(text);
  if (fault !== null) throw wrongUrl(text, fault);
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
