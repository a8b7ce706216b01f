import { errorExamples, errorSchema } from './error-responses.ts';
import type { Components } from './form.ts';
import type { SharedParts } from './operations/operations.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };

const headers = {
  RequestId: { description: 'The id of the request. Include it when you report an error.', schema: text },
  ETag: { description: 'The tag of the response, for If-None-Match and If-Match.', schema: text },
  Location: { description: 'The path of the created item.', schema: text },
  RateLimit: { description: 'The number of requests per window.', schema: integer },
  RateRemaining: { description: 'The number of remaining requests in this window.', schema: integer },
  RateReset: { description: 'Whole seconds until the window ends.', schema: integer },
  CacheTags: {
    description:
      'The cache tags of the response, separated by spaces. Present if the request has X-Cache-Tags.',
    schema: text,
  },
  ContentVersion: {
    description: 'The version (of /v1/changes) that the response shows. Present with X-Cache-Tags.',
    schema: integer,
  },
  CacheUntil: {
    description:
      'When the response becomes outdated by a scheduled change, if it does. Present with X-Cache-Tags.',
    schema: { type: 'string', format: 'date-time' },
  },
  SurrogateKey: {
    description:
      'The tags of X-Cache-Tags for shared caches, separated by spaces. Only in CDN mode, which omits X-RateLimit-*.',
    schema: text,
  },
  CacheTag: {
    description: 'The same tags, separated by commas. Only in CDN mode.',
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
  { definitions, responses, parameters }: SharedParts,
  baseUrl: string,
): Components {
  return {
    schemas: { ...definitions, Error: errorSchema(responses.codes) },
    responses: responses.components,
    parameters: parameters.definitions,
    examples: errorExamples(responses.codes, baseUrl),
    headers,
    securitySchemes,
  };
}
