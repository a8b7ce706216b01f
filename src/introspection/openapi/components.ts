import { errorExamples, errorSchema, type ErrorResponses } from './error-responses.ts';
import type { Components } from './form.ts';
import { sharedParameters } from './operations/parameters.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };

const headers = {
  RequestId: { description: 'The id of the request; name it when you report a fault.', schema: text },
  ETag: { description: 'The tag of the answer, for If-None-Match and If-Match.', schema: text },
  Location: { description: 'The path of what was created.', schema: text },
  RateLimit: { description: 'Requests that the budget has in a window.', schema: integer },
  RateRemaining: { description: 'Requests that are left in this window.', schema: integer },
  RateReset: { description: 'Whole seconds until the window ends.', schema: integer },
  CacheTags: {
    description:
      'What the answer shows, with blanks between; there when the request asked with X-Cache-Tags.',
    schema: text,
  },
  ContentVersion: {
    description: 'The version (of /v1/changes) of which the answer is true; there with X-Cache-Tags.',
    schema: integer,
  },
  CacheUntil: {
    description:
      'When the answer ends although nothing is written; there with X-Cache-Tags, if it ever does.',
    schema: { type: 'string', format: 'date-time' },
  },
  SurrogateKey: {
    description:
      'The names of X-Cache-Tags for shared caches, with blanks between; there in CDN mode alone, where X-RateLimit-* are left out.',
    schema: text,
  },
  CacheTag: {
    description: 'The same with commas between; there in CDN mode alone.',
    schema: text,
  },
  RetryAfter: { description: 'Whole seconds after which to try again.', schema: integer },
};

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key: `sk_...` for servers, or `pk_...` for browsers, which reads published content and votes. It selects the project.',
  },
};

/** Everything that operations refer to. */
export function componentsOf(
  schemas: Components['schemas'],
  responses: ErrorResponses,
  baseUrl: string,
): Components {
  return {
    schemas: { ...schemas, Error: errorSchema(responses.codes) },
    responses: responses.components,
    parameters: sharedParameters,
    examples: errorExamples(responses.codes, baseUrl),
    headers,
    securitySchemes,
  };
}
