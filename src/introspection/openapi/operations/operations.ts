import { errorsOf, isCacheable, type Route } from '../../../core/http/index.ts';
import { type TSchema, Type } from '@sinclair/typebox';
import type { JsonSchema } from '../../schema-book.ts';
import type { ParameterBook } from './parameter-book.ts';
import type { DocumentForms } from '../wording.ts';
import type { ErrorResponses } from '../error-responses.ts';
import { exampleOf } from '../examples.ts';
import type { Content, Link, Operation, Response } from '../form.ts';
import { parametersOf } from './parameters.ts';

/** A route at one path, with its schemas at that path. */
export interface OperationSource {
  route: Route;
  path: string;
  tag: string;
  body: TSchema | undefined;
  output: TSchema | null;
  /** Only of an operation of one content type: the fields by whose values it can be filtered. */
  filters?: Readonly<Record<string, TSchema>>;
}

/** Named schemas and error responses that operations share. All schemas are added before. */
export interface SharedParts {
  forms: DocumentForms;
  definitions: Readonly<Record<string, JsonSchema>>;
  responses: ErrorResponses;
  parameters: ParameterBook;
  /** Parameters that have no effect on the content types of this document. */
  omitted: ReadonlySet<string>;
}

export function operationOf(
  source: OperationSource,
  { name, links }: { name: string; links: Record<string, Link> },
  sharedParts: SharedParts,
): Operation {
  const { route, body, output, tag } = source;
  const successResponse = {
    ...responseOfSuccess(route, output, sharedParts),
    ...(Object.keys(links).length > 0 ? { links } : {}),
  };
  return {
    operationId: name,
    summary: route.summary.replace(/\.$/, ''),
    description: describe(route),
    tags: [tag],
    parameters: parametersOf(route, source.path, sharedParts.forms.bodies),
    ...(body === undefined
      ? {}
      : { requestBody: { required: route.bodyOptional !== true, content: json(body, sharedParts, true) } }),
    responses: {
      ...(route.status === 204 && route.dryRun === true ? { 200: dryRunResponse(route, sharedParts) } : {}),
      [route.status ?? 200]: successResponse,
      ...(route.createsFirst === true ? { 201: createdResponse(successResponse) } : {}),
      ...(route.method === 'GET' ? { 304: notModified } : {}),
      ...sharedParts.responses.of(errorsOf(route)),
    },
    'x-key': route.key,
    'x-budget': route.budget,
  };
}

function describe({ key, budget, summary }: Route): string {
  const caller = key === 'secret' ? 'Needs a secret key.' : 'Takes a secret or a publishable key.';
  return `${summary} ${caller} Counts against the \`${budget}\` budget.`;
}

function json(schema: TSchema, { forms, definitions }: SharedParts, isBody: boolean): Content {
  const plain = (isBody ? forms.bodies : forms.responses).add(schema);
  return { 'application/json': { schema: plain, example: exampleOf(plain, definitions, isBody) } };
}

function responseOfSuccess(route: Route, output: TSchema | null, sharedParts: SharedParts): Response {
  const { status = 200, method, budget } = route;
  return {
    description: descriptions[status],
    headers: {
      'X-Request-Id': header('RequestId'),
      [`X-RateLimit-Limit-${budget}`]: header('RateLimit'),
      [`X-RateLimit-Remaining-${budget}`]: header('RateRemaining'),
      [`X-RateLimit-Reset-${budget}`]: header('RateReset'),
      ...(method === 'GET' ? { ETag: header('ETag') } : {}),
      ...(isCacheable(route) ? cacheHeaders : {}),
      ...(status === 201 ? { Location: header('Location') } : {}),
    },
    ...(output === null ? {} : { content: { ...contentOf(route, output, sharedParts), ...streamOf(route) } }),
  };
}

/** The headers for callers who request cache tags, and for shared caches. */
const cacheHeaders = {
  'X-Cache-Tags': header('CacheTags'),
  'X-Content-Version': header('ContentVersion'),
  'X-Cache-Until': header('CacheUntil'),
  'Surrogate-Key': header('SurrogateKey'),
  'Cache-Tag': header('CacheTag'),
};

function contentOf({ mediaType }: Route, output: TSchema, sharedParts: SharedParts): Content {
  if (mediaType === undefined) return json(output, sharedParts, false);
  return { [mediaType]: { schema: sharedParts.forms.responses.add(output) } };
}

/** What a GET returns for `Accept: text/event-stream`. */
function streamOf({ stream }: Route): Content {
  if (stream === undefined) return {};
  return { 'text/event-stream': { schema: { type: 'string', description: 'Server-sent events.' } } };
}

/** The first write to an item with a fixed path creates it. */
function createdResponse(response: Response): Response {
  return {
    ...response,
    description: descriptions[201],
    headers: { ...response.headers, Location: header('Location') },
  };
}

/** The response to a deletion with `dry_run=true`. */
const DryRunResult = Type.Object(
  { meta: Type.Object({ dry_run: Type.Literal(true) }, { additionalProperties: false }) },
  { additionalProperties: false },
);

function dryRunResponse(route: Route, sharedParts: SharedParts): Response {
  const { headers = {} } = responseOfSuccess(route, null, sharedParts);
  return {
    description: 'The response to `dry_run=true`: the item can be deleted, and nothing was deleted.',
    headers,
    content: json(DryRunResult, sharedParts, false),
  };
}

const descriptions = {
  200: 'The response.',
  201: 'Created; `Location` is its path.',
  202: 'Accepted. The work continues in the background.',
  204: 'Done. The response has no body.',
} as const;

const notModified: Response = { description: 'Nothing changed since the response that If-None-Match names.' };

function header(name: string): object {
  return { $ref: `#/components/headers/${name}` };
}
