import type { StorageSettings } from '../../src/platform/storage/settings.ts';

/** Dates of the content itself lie before it and stay as they are; what the clock said lies behind it. */
const firstMomentOfClock = '2025-01-01';

const id = /\b([a-z]{3})_[0-9a-z]{26}\b/g;
/** Of things whose title has no letter: the id's prefix and last eight characters (`slugOfId`). */
const slugOfId = /\b(?:art|kba|aut|cat|kbc|kbs)-[0-9a-z]{8}\b/g;
const time = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g;
const cursor = /(?<="(?:next_cursor|next_since)":")[^"]+/g;
const sentCursor = /(?<=[?&](?:cursor|since)=)[\w-]{12,}(?:\.[\w-]+)?/g;
const signed = /(?<=X-Amz-(Credential|Date|Signature)=)[^&"\\]+/g;

/** Replaces what no second run can have the same by names, numbered in the order in which things first appear. */
export class Masks {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #store: Pick<StorageSettings, 'endpoint' | 'bucket'>;

  constructor(store: Pick<StorageSettings, 'endpoint' | 'bucket'>) {
    this.#store = store;
  }

  text(text: string): string {
    return text
      .replaceAll(this.#store.endpoint, 'http://store.test')
      .replaceAll(this.#store.bucket, 'bucket')
      .replace(signed, (_all, name: string) => `<${name.toLowerCase()}>`)
      .replace(cursor, (found) => this.#name('cursor', found))
      .replace(sentCursor, (found) => this.#name('cursor', found))
      .replace(/(?<="time":")[^"]+/g, '<now>')
      .replace(/\breq_[0-9a-z]{26}\b/g, '<request id>')
      .replace(id, (found, kind: string) => this.#name(kind, found))
      .replace(slugOfId, (found) => this.#name('slug', found))
      .replace(time, (found) => (found < firstMomentOfClock ? found : this.#name('time', found)));
  }

  #name(kind: string, found: string): string {
    const known = this.#names.get(found);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    this.#names.set(found, name);
    return name;
  }
}

/** The digest says what the body says; whether there is a tag, and the revision in it, is kept. */
export function maskedTag(tag: string): string {
  return tag.replace(/^"(\d+-)?[\w-]{20}"$/, '"$1<digest>"');
}
