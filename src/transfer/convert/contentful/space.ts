import { transferError } from '../../transfer-error.ts';
import { readJsonRows } from '../json-rows.ts';
import {
  type Json,
  type MappedField,
  mapField,
  type SourceType,
  targetTypesOf,
  typeSlugOf,
} from './model.ts';

/** An entry or asset of an export. Values are by field and locale. */
export interface SourceRow {
  sys: {
    id: string;
    contentType?: { sys: { id: string } };
    publishedVersion?: number;
    archivedVersion?: number;
    version?: number;
    createdAt?: string;
    updatedAt?: string;
    firstPublishedAt?: string;
    publishedAt?: string;
  };
  fields?: Readonly<Record<string, Json>>;
}

/** A content type with the slug and the fields that it becomes. */
export interface MappedType {
  id: string;
  slug: string;
  name: string;
  displayField: string;
  fields: MappedField[];
}

/** A file that is converted. */
export interface Asset {
  url: string;
  isImage: boolean;
  title: string;
}

const tables = new Set(['contentTypes', 'editorInterfaces', 'locales', 'entries', 'assets']);

/** The content types, titles and assets that entries refer to, collected before anything is written. */
export class ContentfulSpace {
  readonly types = new Map<string, MappedType>();
  readonly assets = new Map<string, Asset>();
  /** Content types of entries by id. */
  readonly entryTypes = new Map<string, string>();
  readonly #titles = new Map<string, string>();
  readonly #file: string;
  readonly #sourceTypes: SourceType[] = [];
  readonly #widgets = new Map<string, string>();
  readonly #locales: { code: string; default?: boolean }[] = [];
  /** Content types to which a field refers, for fields that allow any. */
  readonly #targets = new Map<string, Set<string>>();

  private constructor(file: string) {
    this.#file = file;
  }

  /** @throws invalid_parameter for a file that isn't an export of Contentful */
  static async read(file: string): Promise<ContentfulSpace> {
    const space = new ContentfulSpace(file);
    const present = new Set<string>();
    const rule = (table: string) => {
      present.add(table);
      return tables.has(table) ? 'read' : 'count';
    };
    for await (const { table, value } of readJsonRows(file, rule)) space.#add(table, value);
    if (!['contentTypes', 'entries', 'assets'].some((table) => present.has(table)))
      throw transferError(
        `${file} isn't an export of Contentful: it has no contentTypes, entries or assets. Create one with contentful space export.`,
        'SOURCE',
      );
    for await (const entry of space.rows('entries')) space.#addTargets(entry);
    space.#mapTypes();
    return space;
  }

  async *rows(name: 'entries' | 'assets'): AsyncGenerator<SourceRow> {
    for await (const { table, value } of readJsonRows(this.#file, (each) =>
      each === name ? 'read' : 'count',
    ))
      if (table === name) yield value as SourceRow;
  }

  get defaultLocale(): string {
    return (this.#locales.find((locale) => locale.default === true) ?? this.#locales[0])?.code ?? 'en-US';
  }

  /** A value in the default locale. */
  valueOf({ fields }: SourceRow, id: string): unknown {
    return fields?.[id]?.[this.defaultLocale];
  }

  titleOf(id: string): string {
    return this.#titles.get(id) ?? id;
  }

  #add(table: string, value: unknown): void {
    if (table === 'contentTypes') this.#sourceTypes.push(value as SourceType);
    else if (table === 'locales') this.#locales.push(value as { code: string });
    else if (table === 'entries') {
      const { sys } = value as SourceRow;
      this.entryTypes.set(sys.id, sys.contentType?.sys.id ?? '');
    } else if (table === 'editorInterfaces') {
      const { sys, controls = [] } = value as {
        sys: { contentType?: { sys: { id: string } } };
        controls?: { fieldId: string; widgetId?: string }[];
      };
      for (const { fieldId, widgetId = '' } of controls)
        this.#widgets.set(`${sys.contentType?.sys.id}.${fieldId}`, widgetId);
    }
  }

  #addTargets(entry: SourceRow): void {
    const typeId = entry.sys.contentType?.sys.id ?? '';
    const { displayField } = this.#sourceTypes.find(({ sys }) => sys.id === typeId) ?? {};
    const title = this.valueOf(entry, displayField ?? '');
    if (typeof title === 'string') this.#titles.set(entry.sys.id, title.slice(0, 200));
    for (const [field, values] of Object.entries(entry.fields ?? {}))
      for (const id of Object.values(values).flatMap(linkIdsOf)) {
        const key = `${typeId}.${field}`;
        const types = this.#targets.get(key) ?? new Set();
        const type = this.entryTypes.get(id);
        if (type !== undefined) this.#targets.set(key, types.add(type));
      }
  }

  #mapTypes(): void {
    const typeIds = new Set(this.#sourceTypes.map(({ sys }) => sys.id));
    for (const { sys, name = sys.id, fields, displayField } of this.#sourceTypes) {
      const mappedFields = fields.map((field) => {
        const key = `${sys.id}.${field.id}`;
        const targets = targetTypesOf(field) ?? [...(this.#targets.get(key) ?? [])];
        return mapField(field, {
          widget: this.#widgets.get(key) ?? '',
          targets: targets.filter((type) => typeIds.has(type)).sort(),
          isLocalized: field.localized === true && this.#locales.length > 1,
        });
      });
      this.types.set(sys.id, {
        id: sys.id,
        slug: typeSlugOf(sys.id),
        name,
        displayField: displayField ?? '',
        fields: mappedFields,
      });
    }
  }
}

/** The ids of links in a value: one link, or a list of them. */
export function linkIdsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value])
    .map((link: unknown) => (link as { sys?: { type?: string; id?: string } } | null)?.sys)
    .filter((sys) => sys?.type === 'Link' || sys?.type === undefined)
    .map((sys) => sys?.id ?? '')
    .filter((id) => id !== '');
}
