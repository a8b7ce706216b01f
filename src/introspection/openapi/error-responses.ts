import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errors, errorType } from '../../contract/errors/errors.ts';
import { exampleId } from '../../contract/ids.ts';
import { ApiError } from '../../contract/errors/api-error.ts';
import { errorEnvelope } from '../../core/http/index.ts';
import { errorKeys } from '../describe/conventions.ts';
import type { Components, Response } from './form.ts';
import type { JsonSchema } from '../schema-book.ts';

/** Sample values for messages. A message with a new detail doesn't compile until the detail is listed here. */
const details = {
  label: 'Acme',
  reason: 'state' as const,
  allowed: 'GET, HEAD',
  at: '2026-12-24T08:00:00.000Z',
  available: ['en', 'de'],
  by: 'Ada',
  budget: 'read',
  choice: 'large',
  what: 'blocks',
  code: 'it',
  current: 7,
  progress: 0.4,
  count: 10_001,
  entryId: exampleId('entry'),
  failed: 2,
  expiredAt: '2026-11-01T00:00:00.000Z',
  id: exampleId('media'),
  isKey: true,
  isLost: false as const,
  limit: 'entries_per_project_max',
  names: ['teaser'],
  locales: ['de-AT'],
  maxBytes: 4_194_304,
  mediaId: exampleId('media'),
  method: 'GET',
  most: 10_000,
  name: 'title',
  operator: 'gte',
  origin: 'https://shop.example.org',
  path: '/v1/contents',
  places: 'Ringed plover',
  releaseId: exampleId('release'),
  retryAfter: 12,
  role: 'owner',
  slug: 'spring-winds',
  value: 1_000_000,
  whose: 'key' as const,
  why: 'it does not have the expected form',
  required: 'publish',
};

/** Codes for requests that match no endpoint. */
const withoutEndpoint: readonly ErrorCode[] = ['unknown_endpoint', 'method_not_allowed'];

/** The schema of every failure (specification: errors). */
export function errorSchema(codes: readonly ErrorCode[]): JsonSchema {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['type', 'code', 'message', 'request_id', 'doc_url'],
        properties: Object.fromEntries(
          Object.entries(errorKeys).map(([key, description]) => [
            key,
            { description, ...formOf(key, codes) },
          ]),
        ),
      },
    },
  };
}

function formOf(key: string, codes: readonly ErrorCode[]): JsonSchema {
  if (key === 'code') return { type: 'string', enum: [...withoutEndpoint, ...codes] };
  if (key === 'current_revision' || key === 'value') return { type: 'integer' };
  if (key === 'limit') return { anyOf: [{ type: 'string' }, { type: 'integer' }] };
  if (key === 'progress') return { anyOf: [{ type: 'object' }, { type: 'number' }] };
  if (key === 'diverged') return { type: 'object' };
  if (key === 'errors' || key === 'referenced_by' || key === 'fields')
    return { type: 'array', items: { type: 'object' } };
  if (key.startsWith('available_') && key !== 'available_at')
    return { type: 'array', items: { type: 'string' } };
  return { type: 'string' };
}

/** Returns an example response for each code. */
export function errorExamples(codes: readonly ErrorCode[], baseUrl: string): Components['examples'] {
  const requestId = exampleId('request');
  return Object.fromEntries(
    codes.map((code) => {
      const error = new ApiError(code, errors[code].message(details), {});
      return [code, { summary: errors[code].doc, value: errorEnvelope(error, { requestId, baseUrl }) }];
    }),
  );
}

/** Error responses of operations. Responses with the same codes are listed once, under `components`. */
export class ErrorResponses {
  readonly #names = new Map<string, string>();
  readonly #responses: Record<string, Response> = {};
  readonly #anyCodes = new Set<ErrorCode>();

  /** `components.responses`: all error responses used so far. */
  get components(): Record<string, Response> {
    return this.#anyCodes.size === 0 ? this.#responses : { ...this.#responses, AnyError: this.#anyError() };
  }

  /** All codes used so far, in the order of the catalogue. */
  get codes(): ErrorCode[] {
    const listed = [...this.#names.keys()].flatMap((codes) => codes.split(' '));
    const usedCodes = new Set<string>([...listed, ...this.#anyCodes]);
    return (Object.keys(errors) as ErrorCode[]).filter((code) => usedCodes.has(code));
  }

  /** The responses of one operation, by status. */
  of(codes: readonly ErrorCode[]): Record<string, { $ref: string }> {
    return Object.fromEntries(
      byStatus(codes).map(([status, sameStatus]) => [
        status,
        { $ref: `#/components/responses/${this.#nameOf(status, sameStatus)}` },
      ]),
    );
  }

  /** One response for all errors of operations that list no statuses. */
  ofAny(codes: readonly ErrorCode[]): { $ref: string } {
    for (const code of codes) this.#anyCodes.add(code);
    return { $ref: '#/components/responses/AnyError' };
  }

  #anyError(): Response {
    const codes = (Object.keys(errors) as ErrorCode[]).filter((code) => this.#anyCodes.has(code));
    const { headers = {}, content = {} } = errorResponse(codes);
    const description = 'An error. Its `code` says which, and `doc_url` explains it.';
    return { description, headers: { ...headers, 'Retry-After': retryAfter }, content };
  }

  #nameOf(status: number, codes: readonly ErrorCode[]): string {
    const key = codes.join(' ');
    const existingName = this.#names.get(key);
    if (existingName !== undefined) return existingName;
    const first = phrase(status);
    let name = first;
    for (let number = 2; Object.hasOwn(this.#responses, name); number += 1) name = `${first}${number}`;
    this.#names.set(key, name);
    this.#responses[name] = errorResponse(codes);
    return name;
  }
}

function byStatus(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  const statuses = [...new Set(codes.map((code) => errors[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => [status, codes.filter((code) => errors[code].status === status)]);
}

/** `PayloadTooLarge` */
function phrase(status: number): string {
  return (STATUS_CODES[status] ?? String(status)).replace(/[^A-Za-z]/g, '');
}

const retryAfter = { $ref: '#/components/headers/RetryAfter' };

function errorResponse(codes: readonly ErrorCode[]): Response {
  const status = errors[codes[0] ?? 'internal_error'].status;
  const retry = status === 429 || status === 503;
  return {
    description: `${errorType(status)}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(retry ? { 'Retry-After': retryAfter } : {}),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
