import { type IdKind, isId, newId } from '../../contract/ids.ts';
import type { TargetKind } from '../../contract/fields/links.ts';
import { typeOfFile } from '../../content/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { type BundleFile, type BundleLine, fileNameOf } from '../bundle/schema.ts';
import { lineError, readBundleLines } from '../bundle/read.ts';
import { join } from 'node:path';
import { streamSourceRows } from './repository.ts';
import type { PlannedTarget } from './schema.ts';

/** The kind of the ids of each file. Types and blocks are named by slugs. */
export const idKinds: Readonly<Record<Exclude<BundleFile, 'types' | 'blocks'>, IdKind & TargetKind>> = {
  media: 'media',
  authors: 'author',
  categories: 'blog_category',
  'kb-collections': 'kb_collection',
  'kb-sections': 'kb_section',
  'kb-articles': 'kb_article',
  entries: 'entry',
  articles: 'blog_article',
  redirects: 'entry',
};
export type ItemFile = keyof typeof idKinds;
/** The files whose items are stored with the writes of the API. Media files are uploaded instead. */
export type ContentFile = Exclude<ItemFile, 'media'>;

/** The file that contains targets of a kind. */
const filesByKind: Readonly<Record<TargetKind, ItemFile>> = {
  media: 'media',
  author: 'authors',
  blog_category: 'categories',
  kb_collection: 'kb-collections',
  kb_section: 'kb-sections',
  kb_article: 'kb-articles',
  entry: 'entries',
  blog_article: 'articles',
};

/** A link target in the project. */
export interface Target extends PlannedTarget {
  id: string;
  kind: TargetKind;
  /** Whether it is an item of the bundle. Other ids are checked by the write. */
  isPlanned: boolean;
}

/**
 * The ids of all items of a bundle. They are allocated before anything is stored, so that items can refer to each other
 * in any order. Ids of one file grow with its lines, which keeps the order of lists.
 */
export class BundleIndex {
  /** By file and source id: the id, and a detail after a space (content type, or MIME type of a file). */
  readonly #ids = new Map<BundleFile, Map<string, string>>();
  /** Items, as file and source id, by their URL in the former system. */
  readonly #oldUrls = new Map<string, string>();
  /** Source ids of media by URL and by path in the bundle. */
  readonly #mediaLocations = new Map<string, string>();
  /** Paths of entries by source id, for redirects to them. */
  readonly #paths = new Map<string, string>();
  total = 0;

  /** The id of an item of the bundle. */
  idOf(file: BundleFile, sourceId: string): string | null {
    return this.#ids.get(file)?.get(sourceId)?.split(' ', 1)[0] ?? null;
  }

  /** Sets the id under which an item is stored, which differs from the allocated one if the item existed before. */
  setId(file: BundleFile, sourceId: string, id: string): void {
    const [, detail] = this.#ids.get(file)?.get(sourceId)?.split(' ') ?? [];
    this.#ids.get(file)?.set(sourceId, detail === undefined ? id : `${id} ${detail}`);
  }

  /** Allocates a new id for a media file whose content was replaced. */
  newMediaId(sourceId: string): string {
    const id = newId('media', new Date());
    this.setId('media', sourceId, id);
    return id;
  }

  /** Removes an item that could not be stored, so that later references to it are missing. */
  drop(file: BundleFile, sourceId: string): void {
    this.#ids.get(file)?.delete(sourceId);
  }

  /** The target of a source id or Galley id; null if the bundle has no such item. */
  find(kind: TargetKind, reference: string): Target | null {
    const file = filesByKind[kind];
    const [id, detail] = this.#ids.get(file)?.get(reference)?.split(' ') ?? [];
    if (id !== undefined) {
      const contentType = kind === 'entry' ? { contentType: detail ?? '' } : {};
      const mimeType = kind === 'media' ? { mimeType: detail ?? '' } : {};
      return { id, kind, isPlanned: true, ...contentType, ...mimeType };
    }
    return isId(kind, reference) ? { id: reference, kind, isPlanned: false } : null;
  }

  /** The media file with a source id, Galley id, URL or path in the bundle; null if there is none. */
  findMedia(location: string): Target | null {
    const sourceId = this.#mediaLocations.get(location);
    return this.find('media', sourceId ?? location);
  }

  /** The item that had a URL in the former system; null if there is none. */
  findOldUrl(url: string): Target | null {
    const [file = '', sourceId = ''] = splitOnce(this.#oldUrls.get(url) ?? '');
    return sourceId === '' ? null : this.find(idKinds[file as ItemFile], sourceId);
  }

  /** The value of the field `path` of an entry of the bundle. */
  pathOf(sourceId: string): string | null {
    return this.#paths.get(sourceId) ?? null;
  }

  /** Adds a line. @returns false if another line of the file has the source id */
  add({ file, sourceId, body }: BundleLine, id: string): boolean {
    const ids = this.#ids.get(file) ?? new Map<string, string>();
    if (ids.has(sourceId)) return false;
    ids.set(sourceId, `${id}${detailOf(file, body)}`);
    this.#ids.set(file, ids);
    this.total += 1;
    if (typeof body['old_url'] === 'string') this.#oldUrls.set(body['old_url'], `${file} ${sourceId}`);
    const { path } = (body['values'] ?? {}) as { path?: unknown };
    if (file === 'entries' && typeof path === 'string') this.#paths.set(sourceId, path);
    if (file === 'media')
      for (const location of [body['url'], body['file']])
        if (typeof location === 'string') this.#mediaLocations.set(location, sourceId);
    return true;
  }
}

function splitOnce(text: string): string[] {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** A space with the content type of an entry or the MIME type of a media file; empty for other items. */
function detailOf(file: BundleFile, body: Record<string, unknown>): string {
  if (file === 'entries') return ` ${String(body['type'])}`;
  if (file === 'redirects') return ' redirect';
  if (file !== 'media') return '';
  const { content_type: type, file_name: name, file: path, url } = body;
  if (typeof type === 'string') return ` ${type.toLowerCase()}`;
  const location = [name, path, url].find((one) => typeof one === 'string');
  return ` ${typeOfFile(String(location ?? '').replace(/[?#].*$/, ''))}`;
}

/**
 * Checks every line of a bundle and allocates an id for each item: the id of an earlier load of the same source, or a
 * new one.
 * @throws invalid_parameter with file and line of an invalid line
 */
export async function indexBundle(
  db: ProjectDb,
  { folder, files, source, releaseId, now }: IndexOptions,
): Promise<BundleIndex> {
  const index = new BundleIndex();
  for (const file of files) {
    const loadedIds = new Map<string, string>();
    for await (const row of streamSourceRows(db, source, file))
      if (row.of_release === null || row.of_release === releaseId || !loadedIds.has(row.source_id))
        loadedIds.set(row.source_id, row.galley_id);
    const newIds = file === 'types' || file === 'blocks' ? null : new IdSequence(idKinds[file], now);
    for await (const line of readBundleLines(folder, file)) {
      const id = loadedIds.get(line.sourceId) ?? newIds?.next() ?? line.sourceId;
      if (!index.add(line, id))
        throw lineError(
          join(folder, fileNameOf(file)),
          line.line,
          `another line has the id ${JSON.stringify(line.sourceId)}`,
        );
    }
  }
  return index;
}

interface IndexOptions {
  folder: string;
  files: readonly BundleFile[];
  source: string;
  releaseId: string;
  now: Date;
}

/** Allocates ascending ids: each hundred ids share a millisecond. */
class IdSequence {
  readonly #kind: IdKind;
  #atMs: number;
  #ids: string[] = [];

  constructor(kind: IdKind, now: Date) {
    this.#kind = kind;
    this.#atMs = now.getTime();
  }

  next(): string {
    if (this.#ids.length === 0) {
      const at = new Date(this.#atMs);
      this.#ids = Array.from({ length: 100 }, () => newId(this.#kind, at))
        .sort()
        .reverse();
      this.#atMs += 1;
    }
    return this.#ids.pop() ?? newId(this.#kind, new Date(this.#atMs));
  }
}
