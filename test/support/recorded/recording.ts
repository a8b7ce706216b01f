import type { ApiAnswer, ApiClient } from '../client.ts';

/** Headers that every response has with a value of its own. */
const unrecordedHeaders = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
/** Headers of which only the presence is recorded. */
const opaqueHeaders = /^(etag|x-request-id|x-ratelimit-.+)$/;

/** The responses of one project, as text in which equal installations write equal lines. */
export class Recording {
  readonly #parts: string[] = [];
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** Sends a request and records its response. */
  async send(
    client: ApiClient,
    [method, path]: readonly [string, string],
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    const answer = await client.send(method, path, { body, headers });
    const who = client.token === '' ? 'no key' : client.token.startsWith('sk_') ? 'secret' : 'publishable';
    const lines = [...answer.headers]
      .filter(([name]) => !unrecordedHeaders.has(name))
      .map(([name, value]) => `${name}: ${opaqueHeaders.test(name) ? '<present>' : value}`);
    this.add(
      `${method} ${path} (${who})`,
      [String(answer.status), ...lines, '', readable(answer.text)].join('\n'),
    );
    return answer;
  }

  /** Records a text under a title. */
  add(title: string, text: string): void {
    this.#parts.push(this.#masked(`### ${title}\n${text}\n`));
  }

  toString(): string {
    return this.#parts.join('\n');
  }

  /** Replaces values that no two projects have in common with their kind and the number of their first appearance. */
  #masked(text: string): string {
    return (
      text
        .replace(/\b[a-z]{3}_[0-9a-z]{26}\b/g, (id) => this.#name(id.slice(0, 3), id))
        .replace(/\b[sp]k_[0-9A-Za-z_]{10,}/g, (token) => this.#name(token.slice(0, 2), token))
        .replace(/:[0-9a-z]{8}(?=[ "\n,]|$)/gm, (code) => `:<${this.#name('code', code)}>`)
        .replace(/http:\/\/127\.0\.0\.1:\d+\/galley-test-[0-9a-f]+(-private)?/g, 'http://store.test')
        .replace(/\?X-Amz-[^"\s]+/g, '?<signature>')
        .replace(/"(next_)?cursor": "[^"]+"/g, '"$1cursor": "<cursor>"')
        .replace(/\b20(?!3[01])\d\d-\d\d-\d\dT[\d:.]+Z/g, '<time>')
        .replace(/"sha256": "[0-9a-f]{64}"/g, '"sha256": "<hash>"')
        .replace(/(?<=kba_\d+\/)[\w-]{43}/g, '<visitor>')
        // The end of a clone, which is not a time of the recorder.
        .replace(/\b203[01]-\d\d-\d\dT\d\d:\d\d:(?!00\.000Z)[\d.]+Z/g, '<time>')
        .replace(/(?:"?(?:blog|kb)-counts:[^\s"]+"?,?\s+)+/g, inOrder)
    );
  }

  #name(kind: string, value: string): string {
    const name = this.#names.get(value) ?? `${kind}_${String((this.#counts.get(kind) ?? 0) + 1)}`;
    if (!this.#names.has(value)) {
      this.#names.set(value, name);
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    }
    return name;
  }
}

/** Cache tags in an order that does not depend on the code of the project. */
function inOrder(tags: string): string {
  const parts = tags.split(/(\s+)/);
  const sorted = parts.filter((_, i) => i % 2 === 0 && parts[i] !== '').sort();
  return parts.map((part, i) => (i % 2 === 0 ? (sorted[i / 2] ?? '') : part)).join('');
}

/** JSON in lines, if its compact form is exactly the text; else the text. */
export function readable(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 1) : text;
  } catch {
    return text;
  }
}
