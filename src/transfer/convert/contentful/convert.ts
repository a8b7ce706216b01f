import { join } from 'node:path';
import { limits } from '../../../contract/limits.ts';
import { parseTime } from '../../../contract/time.ts';
import { readJsonRows } from '../json-rows.ts';
import { checkFolder, isFileInside } from '../local-files.ts';
import { convertInto, type ConversionOutput } from '../output.ts';
import type { ConvertReport, ItemLoss } from '../schema.ts';
import { compact, pastTime, publishTime } from '../values.ts';
import { definitionsOf } from './model.ts';
import { entryUrl } from './rich-text.ts';
import { ContentfulSpace, type MappedType, type SourceRow } from './space.ts';
import { type ConvertedValues, ValueConverter } from './values.ts';

export interface ContentfulOptions {
  /** An export of the published versions; null for none. */
  publishedFile: string | null;
  /** The folder of downloaded assets; null for none. */
  assetsFolder: string | null;
}

/**
 * Converts an export of Contentful to a bundle. The file is read row by row.
 * @throws invalid_parameter for another file, or a folder that contains something else
 */
export async function convertContentful(
  file: string,
  out: string,
  options: ContentfulOptions,
): Promise<ConvertReport> {
  const { publishedFile, assetsFolder } = options;
  if (assetsFolder !== null) await checkFolder(assetsFolder, '--assets');
  const space = await ContentfulSpace.read(file);
  const publishedRows =
    publishedFile === null ? new Map<string, SourceRow>() : await readPublished(publishedFile, space);
  return convertInto(out, 'contentful', async (output) => {
    const conversion = new ContentfulConversion(output, space, publishedRows, assetsFolder);
    await conversion.writeTypes();
    for await (const asset of space.rows('assets')) await conversion.convertAsset(asset);
    for await (const entry of space.rows('entries')) await conversion.convertEntry(entry);
  });
}

/** The published versions of entries that have changed since. */
async function readPublished(file: string, space: ContentfulSpace): Promise<Map<string, SourceRow>> {
  const changedIds = new Set<string>();
  for await (const entry of space.rows('entries')) if (isChanged(entry)) changedIds.add(entry.sys.id);
  const publishedRows = new Map<string, SourceRow>();
  for await (const { table, value } of readJsonRows(file, (each) =>
    each === 'entries' ? 'read' : 'count',
  )) {
    const row = value as SourceRow;
    if (table === 'entries' && changedIds.has(row.sys.id)) publishedRows.set(row.sys.id, row);
  }
  return publishedRows;
}

class ContentfulConversion {
  readonly #output: ConversionOutput;
  readonly #space: ContentfulSpace;
  readonly #publishedRows: ReadonlyMap<string, SourceRow>;
  readonly #assetsFolder: string | null;
  readonly #converter: ValueConverter;
  readonly #ids = new Set<string>();

  constructor(
    output: ConversionOutput,
    space: ContentfulSpace,
    publishedRows: ReadonlyMap<string, SourceRow>,
    assetsFolder: string | null,
  ) {
    this.#output = output;
    this.#space = space;
    this.#publishedRows = publishedRows;
    this.#assetsFolder = assetsFolder;
    this.#converter = new ValueConverter(space, {
      asset: (id) => {
        const asset = space.assets.get(id);
        return asset === undefined ? null : { ...asset, location: id };
      },
      entryTitle: (id) => space.titleOf(id),
    });
  }

  async writeTypes(): Promise<void> {
    for (const { id, slug, name, fields } of this.#space.types.values()) {
      const losses: ItemLoss[] = [];
      if (slug !== id) losses.push({ reason: 'renamed', detail: id });
      for (const { key, source } of fields)
        if (key !== source.id) losses.push({ reason: 'renamed', detail: `${id}.${source.id}` });
      await this.#output.write('types', {
        slug,
        name: name.slice(0, limits.name_chars_max),
        kind: 'collection',
        fields: fields.flatMap(definitionsOf).slice(0, limits.fields_per_type_max),
      });
      await this.#output.reportLosses({ kind: 'content_type', source_id: id, title: name }, losses);
    }
  }

  async convertAsset(row: SourceRow): Promise<void> {
    const { id } = row.sys;
    const text = (field: string) => {
      const value = this.#space.valueOf(row, field);
      return typeof value === 'string' ? value : '';
    };
    const file = (this.#space.valueOf(row, 'file') ?? {}) as {
      url?: string;
      contentType?: string;
      fileName?: string;
    };
    const item = { kind: 'asset', source_id: id, title: text('title') };
    const url = (file.url ?? '').replace(/^\/\//, 'https://');
    if (this.#ids.has(`asset ${id}`)) return this.#output.reportSkipped(item, 'duplicate');
    this.#ids.add(`asset ${id}`);
    if (row.sys.archivedVersion !== undefined) return this.#output.reportSkipped(item, 'archived');
    // Files in Galley can have public URLs, so drafts would be published.
    if (row.sys.publishedVersion === undefined && row.sys.publishedAt === undefined)
      return this.#output.reportSkipped(item, 'draft');
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return this.#output.reportSkipped(item, 'no_url');
    this.#space.assets.set(id, {
      url,
      isImage: (file.contentType ?? '').startsWith('image/'),
      title: item.title || id,
    });
    const local = this.#localFile(url);
    if (local !== null) await this.#output.copyFile(local.path, local.bundlePath);
    await this.#output.write('media', {
      source_id: id,
      ...(local === null ? { url } : { file: local.bundlePath }),
      ...compact({
        alt: (text('description') || item.title).slice(0, limits.description_chars_max),
        file_name: file.fileName?.slice(0, limits.file_name_chars_max),
      }),
    });
    await this.#output.reportConverted(item, []);
  }

  async convertEntry(row: SourceRow): Promise<void> {
    const { id, contentType } = row.sys;
    const type = this.#space.types.get(contentType?.sys.id ?? '');
    const item = { kind: 'entry', source_id: id, title: this.#space.titleOf(id) };
    if (this.#ids.has(`entry ${id}`)) return this.#output.reportSkipped(item, 'duplicate');
    this.#ids.add(`entry ${id}`);
    if (type === undefined) return this.#output.reportSkipped(item, 'no_content_type');
    const losses: ItemLoss[] = [];
    const { values, locales, source, written } = this.#valuesOf(row, type, losses);
    const live = this.#publishedRows.get(id);
    const status = statusOf(row, live !== undefined, losses);
    await this.#output.write('entries', {
      source_id: id,
      type: type.slug,
      values,
      ...(live === undefined ? {} : { live_values: this.#valuesOf(live, type, []).values }),
      ...(Object.keys(locales).length === 0 ? {} : { locales }),
      status,
      ...datesOf(row, status),
      old_url: entryUrl(id),
    });
    await this.#output.reportConverted(item, losses, {
      source: source.join(' '),
      written: written.join(' '),
    });
  }

  #valuesOf(row: SourceRow, type: MappedType, losses: ItemLoss[]) {
    const { defaultLocale } = this.#space;
    const defaults: ConvertedValues = { values: {}, source: [], written: [] };
    const translations = new Map<string, ConvertedValues>();
    for (const field of type.fields)
      for (const [code, value] of Object.entries(row.fields?.[field.source.id] ?? {})) {
        if (code !== defaultLocale && !field.isLocalized) continue;
        const into =
          code === defaultLocale ? defaults : (translations.get(code) ?? { ...defaults, values: {} });
        if (into !== defaults) translations.set(code, into);
        this.#converter.convert(field, value, into, losses);
      }
    const locales = Object.fromEntries([...translations].map(([code, { values }]) => [code, values]));
    return { ...defaults, locales };
  }

  /** A downloaded file, named by host and path of its URL. Links are not followed. */
  #localFile(url: string): { path: string; bundlePath: string } | null {
    if (this.#assetsFolder === null) return null;
    const { host, pathname } = new URL(url);
    const relative = join(host, decodePath(pathname));
    return isFileInside(this.#assetsFolder, relative)
      ? { path: join(this.#assetsFolder, relative), bundlePath: `files/${relative}` }
      : null;
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isChanged({ sys: { version, publishedVersion } }: SourceRow): boolean {
  return version !== undefined && publishedVersion !== undefined && version > publishedVersion + 1;
}

/** Only what everybody could read is published. The values of a changed entry are its draft. */
function statusOf(row: SourceRow, hasLiveValues: boolean, losses: ItemLoss[]): 'draft' | 'published' {
  const { archivedVersion, publishedVersion } = row.sys;
  if (archivedVersion !== undefined) losses.push({ reason: 'archived', effect: 'draft' });
  else if (publishedVersion !== undefined && (!isChanged(row) || hasLiveValues)) return 'published';
  else if (publishedVersion !== undefined) losses.push({ reason: 'unpublished_changes', effect: 'draft' });
  return 'draft';
}

function datesOf({ sys }: SourceRow, status: 'draft' | 'published'): object {
  const time = (text: string | undefined) => (text === undefined ? null : parseTime(text));
  return compact({
    published_at:
      status === 'published' ? publishTime(time(sys.firstPublishedAt ?? sys.publishedAt)) : undefined,
    created_at: pastTime(time(sys.createdAt)),
    updated_at: pastTime(time(sys.updatedAt)),
  });
}
