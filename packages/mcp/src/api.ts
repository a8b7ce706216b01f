/** A request of /v1. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: object;
  headers?: Readonly<Record<string, string>>;
}

export interface ApiResponse {
  status: number;
  /** The parsed JSON; null for an empty body. */
  body: unknown;
  /** Seconds of `Retry-After`. */
  retryAfter: number | null;
  /** The header `X-Preview-State`, which reads of a singleton's draft have. */
  previewState?: string | undefined;
}

/** Sends a request with the caller's API key. The API does every check, limit and budget. */
export type Send = (request: ApiRequest) => Promise<ApiResponse>;

/** The API rejected a request. The model receives the response's error unchanged. */
export class ApiRejection extends Error {
  readonly response: ApiResponse;

  constructor(response: ApiResponse) {
    super(`the API responded with ${response.status}`);
    this.name = 'ApiRejection';
    this.response = response;
  }
}

/** A JSON object. Tools pass objects of the API on without checking them. */
export type Json = Record<string, unknown>;

/** Sends a request and returns the body of a success. @throws ApiRejection */
export type CallApi = (request: ApiRequest) => Promise<Json>;

export function apiCaller(send: Send): CallApi {
  return async (request) => {
    const response = await send(request);
    if (response.status >= 400) throw new ApiRejection(response);
    const body = (response.body ?? {}) as Json;
    if (response.previewState === undefined) return body;
    return { values: body, state: JSON.parse(response.previewState) as unknown };
  };
}

/** The path with the query; parameters that are undefined are omitted. */
export function urlPath({ path, query = {} }: ApiRequest): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, value);
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** A path whose values are one segment each, whatever characters they contain. */
export function path(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((start, part, i) => start + segment(values[i - 1] ?? '') + part);
}

/** URL parsers resolve "." and ".." even if they are encoded; encoded twice, they are names that nothing has. */
function segment(value: string): string {
  return /^\.\.?$/.test(value) ? value.replaceAll('.', '%252E') : encodeURIComponent(value);
}
