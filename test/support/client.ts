/** What a test sees of an answer. `body` is loosely typed on purpose: tests read what a client would read. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  body: any;
  text: string;
}

/** One key of every item of a list, in order. */
export function valuesOf({ body }: Pick<ApiAnswer, 'body'>, key: string): unknown[] {
  const { data } = body as { data?: Record<string, unknown>[] };
  if (!Array.isArray(data)) throw new Error(`no list: ${JSON.stringify(body)}`);
  return data.map((item) => item[key]);
}

/** Speaks to the service as a client with one key would. */
export class ApiClient {
  readonly #url: string;
  readonly #token: string | null;

  constructor(url: string, token: string | null) {
    this.#url = url;
    this.#token = token;
  }

  get token(): string {
    return this.#token ?? '';
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.send('GET', path, { headers });
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.send('POST', path, { body, headers });
  }

  put(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.send('PUT', path, { body, headers });
  }

  patch(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.send('PATCH', path, { body, headers });
  }

  delete(path: string, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.send('DELETE', path, { headers });
  }

  /** `raw` sends the text as it is, otherwise `body` goes as JSON. */
  async send(
    method: string,
    path: string,
    request: { body?: unknown; raw?: string | Uint8Array; headers?: Record<string, string> },
  ): Promise<ApiAnswer> {
    const sent = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...(this.#token === null ? {} : { Authorization: `Bearer ${this.#token}` }),
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...request.headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
      text,
    };
  }
}
