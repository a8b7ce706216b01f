/** A request of /v1 as a tool makes it. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: object;
  headers?: Readonly<Record<string, string>>;
}

/** What the API answered; `body` is null where there is none. */
export interface ApiAnswer {
  status: number;
  body: unknown;
  /** Seconds of `Retry-After`. */
  retryAfter: number | null;
}

/** Sends a request with the caller's key. Every check, limit and budget is the API's. */
export type SendToApi = (request: ApiRequest) => Promise<ApiAnswer>;

/** An answer of the API that is none: its envelope goes to the model as it is. */
export class ApiRefusal extends Error {
  readonly answer: ApiAnswer;

  constructor(answer: ApiAnswer) {
    super(`the API answered ${answer.status}`);
    this.name = 'ApiRefusal';
    this.answer = answer;
  }

  /** The code of the catalogue, where the answer has the envelope. */
  get code(): unknown {
    return (this.answer.body as { error?: { code?: unknown } } | null)?.error?.code;
  }
}

/** An object of an answer. The API checks what it serves; tools pass it on. */
export type Json = Record<string, unknown>;

/** Asks for a success. @throws ApiRefusal */
export type Ask = (request: ApiRequest) => Promise<Json>;

export function asking(send: SendToApi): Ask {
  return async (request) => {
    const answer = await send(request);
    if (answer.status >= 400) throw new ApiRefusal(answer);
    return (answer.body ?? {}) as Json;
  };
}

/** The path and query of a request; parameters that are undefined are left out. */
export function addressOf({ path, query = {} }: ApiRequest): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, value);
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** A path of literal parts and parts that callers name, each one step whatever is in it. */
export function path(parts: TemplateStringsArray, ...names: readonly string[]): string {
  return parts.reduce((whole, part, at) => whole + stepOf(names[at - 1] ?? '') + part);
}

/** Addresses take "." and ".." for other steps, encoded too; encoded twice they are names that nothing has. */
function stepOf(name: string): string {
  return /^\.\.?$/.test(name) ? name.replaceAll('.', '%252E') : encodeURIComponent(name);
}
