import type { ApiAnswer } from '../support/client.ts';
import { expectDone } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { type Masks, maskedTag } from './masks.ts';

type KeyKind = 'secret' | 'publishable';

/** One answer as it is kept. Of the headers only those that are not as usual, null for one that is missing. */
export interface Recorded {
  request: string;
  /** More than one where all of them are answered alike. */
  keys: KeyKind[];
  status: number;
  headers: Record<string, string | null>;
  body: unknown;
}

interface Asked {
  body?: unknown;
  headers?: Record<string, string>;
  key?: KeyKind;
}

const usualHeaders: Record<string, string> = {
  'cache-control': 'private, no-cache',
  'content-type': 'application/json; charset=utf-8',
  vary: 'Authorization, Origin, Accept-Encoding',
  'x-content-type-options': 'nosniff',
};
/** Other with each request, or told by the network alone. */
const passingHeaders = /^(?:connection|content-length|date|keep-alive|transfer-encoding|x-request-id)$/;
const passingBudgets = /^x-ratelimit-(?:remaining|reset)-/;

/** Asks a project as its clients do, and keeps what they were answered. */
export class Recorder {
  readonly answers: Recorded[] = [];
  readonly project: TestProject;
  readonly #masks: Masks;

  constructor(project: TestProject, masks: Masks) {
    this.project = project;
    this.#masks = masks;
  }

  /** @param note what the request is like, where its line does not say it */
  async ask(method: string, path: string, asked: Asked = {}, note = ''): Promise<ApiAnswer> {
    const { key = 'secret', ...sent } = asked;
    const answer = await this.project[key].send(method, path, sent);
    const request = this.#masks.text(`${method} ${path}${note === '' ? '' : ` (${note})`}`);
    const { status } = answer;
    this.#keep({
      request,
      keys: [key],
      status,
      headers: this.#headersOf(answer),
      body: this.#bodyOf(answer),
    });
    return answer;
  }

  /** A write that has to work; answers its body. */
  async write(method: string, path: string, body?: unknown): Promise<ApiAnswer['body']> {
    return expectDone(await this.ask(method, path, { body }));
  }

  /** A read with either kind of key. */
  async read(path: string): Promise<ApiAnswer> {
    const answer = await this.ask('GET', path);
    await this.ask('GET', path, { key: 'publishable' });
    return answer;
  }

  #keep(answer: Recorded): void {
    const last = this.answers.at(-1);
    const isSame =
      last !== undefined && JSON.stringify({ ...last, keys: [] }) === JSON.stringify({ ...answer, keys: [] });
    if (isSame && last.keys.length === 1 && last.keys[0] !== answer.keys[0]) last.keys.push(...answer.keys);
    else this.answers.push(answer);
  }

  #headersOf({ headers }: ApiAnswer): Recorded['headers'] {
    const kept: Recorded['headers'] = {};
    for (const [name, value] of headers) {
      if (passingHeaders.test(name) || passingBudgets.test(name) || usualHeaders[name] === value) continue;
      kept[name] = name === 'etag' ? maskedTag(value) : this.#masks.text(value);
    }
    for (const name of Object.keys(usualHeaders)) if (!headers.has(name)) kept[name] = null;
    return Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Bodies are JSON as `JSON.stringify` writes it, so that the order of their keys is kept with them. */
  #bodyOf({ body, text }: ApiAnswer): unknown {
    if (text === '') return null;
    if (JSON.stringify(body) !== text) throw new Error(`is no plain JSON: ${text.slice(0, 200)}`);
    return JSON.parse(this.#masks.text(text));
  }
}
