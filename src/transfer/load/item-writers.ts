import { type Static, type TSchema, Type } from '@sinclair/typebox';
import {
  addBlogArticle,
  addKbArticle,
  ChangeAuthor,
  updateAuthor,
  ChangeBlogArticle,
  ChangeBlogCategory,
  updateCategory,
  updateCollection,
  ChangeKbArticle,
  updateSection,
  CreateAuthor,
  addAuthor,
  CreateBlogArticle,
  CreateBlogCategory,
  addCategory,
  addCollection,
  CreateKbArticle,
  CreateKbCollection,
  CreateKbSection,
  addSection,
  updateBlogArticle,
  updateKbArticle,
  WriteKbCollection,
  WriteKbSection,
} from '../../modules/index.ts';
import {
  addEntry,
  CreateEntry,
  PatchEntry,
  type SavedEntry,
  updateEntry,
  updateSingleton,
} from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { bodyChecker } from '../../core/http/index.ts';
import type { ContentFile } from './bundle-index.ts';
import type { ItemWarning } from './schema.ts';

type Body = Record<string, unknown>;

/** A stored item. */
export interface Written {
  id: string;
  revision: number;
  warnings: readonly ItemWarning[];
  /** The slug and unique values of the item, which no other item can have. */
  taken: readonly TakenValue[];
}

/** A slug or a unique value of an item. */
export interface TakenValue {
  /** The key of the body that contains the value. */
  key: string;
  /** The value with its namespace, for comparison with other items. */
  name: string;
  code: 'blog_slug_taken' | 'kb_slug_taken' | 'field_value_taken';
}

/** Whether a write saves only the draft, or also publishes and unpublishes as the body requests. */
export interface WriteMode {
  draftOnly?: boolean;
}

/** The writes of one kind of item, with the validation of the API. @throws API errors */
export interface ItemWriter {
  /** Whether items have drafts and a publish date. */
  isPublishable: boolean;
  create(context: ReleaseContext, body: Body, mode: WriteMode): Promise<Written>;
  change(context: ReleaseContext, id: string, body: Body, mode: WriteMode): Promise<Written>;
}

/** Schemas of the bodies of the API. */
interface BodySchemas<C extends TSchema, W extends TSchema> {
  create: C;
  change: W;
}

/** The writes of authors, categories, collections and sections, which have no drafts. */
interface TermFunctions<C, W> {
  create: (context: ReleaseContext, body: C) => Promise<WrittenTerm>;
  change: (context: ReleaseContext, id: string, body: W) => Promise<WrittenTerm>;
}

interface WrittenTerm {
  record: { _id: string; revision: number };
}

function termWriter<C extends TSchema, W extends TSchema>(
  schemas: BodySchemas<C, W>,
  functions: TermFunctions<Static<C>, Static<W>>,
): ItemWriter {
  const [checkCreate, checkChange] = [bodyChecker(schemas.create), bodyChecker(schemas.change)];
  const resultOf = ({ record }: WrittenTerm): Written => ({
    id: record._id,
    revision: record.revision,
    warnings: [],
    taken: [],
  });
  return {
    isPublishable: false,
    create: async (context, body) => resultOf(await functions.create(context, checkCreate(body))),
    change: async (context, id, body) => resultOf(await functions.change(context, id, checkChange(body))),
  };
}

interface WrittenArticle {
  record: { _id: string; revision: number; slug: string };
  warnings: readonly ItemWarning[];
}

interface ArticleFunctions<C, W> {
  create: (context: ReleaseContext, body: C, mode: WriteMode) => Promise<WrittenArticle>;
  change: (context: ReleaseContext, id: string, body: W, mode: WriteMode) => Promise<WrittenArticle>;
}

function articleWriter<C extends TSchema, W extends TSchema>(
  code: TakenValue['code'],
  schemas: BodySchemas<C, W>,
  functions: ArticleFunctions<Static<C>, Static<W>>,
): ItemWriter {
  const [checkCreate, checkChange] = [bodyChecker(schemas.create), bodyChecker(schemas.change)];
  const resultOf = ({ record, warnings }: WrittenArticle): Written => ({
    id: record._id,
    revision: record.revision,
    warnings,
    taken: [{ key: 'slug', name: `${code} ${record.slug}`, code }],
  });
  return {
    isPublishable: true,
    create: async (context, body, mode) => resultOf(await functions.create(context, checkCreate(body), mode)),
    change: async (context, id, body, mode) =>
      resultOf(await functions.change(context, id, checkChange(body), mode)),
  };
}

const withType = { type: Type.String() };
const checkNewEntry = bodyChecker(Type.Composite([Type.Object(withType), CreateEntry]));
const checkEntry = bodyChecker(Type.Composite([Type.Object(withType), PatchEntry]));
type EntryBody = Static<typeof CreateEntry> & { type: string };

function writtenEntry({ entry, warnings }: SavedEntry): Written {
  const takenValues = (entry.uniques ?? []).map((unique): TakenValue => ({
    key: unique.slice(0, unique.indexOf('=')),
    name: `${entry.type} ${unique}`,
    code: 'field_value_taken',
  }));
  return { id: entry.id, revision: entry.revision, warnings, taken: takenValues };
}

/** Writes entries. The entry of a singleton is written with the singleton's own function. */
const entryWriter: ItemWriter = {
  isPublishable: true,
  async create(context, body, mode) {
    const { type, ...entry } = checkNewEntry(body) as EntryBody;
    return writtenEntry(
      await addEntry(context, type, withoutDraftDate(entry), mode).catch((error: unknown) => {
        if (!isSingletonError(error)) throw error;
        return updateSingleton(context, type, withoutDraftDate(entry), mode);
      }),
    );
  },
  async change(context, id, body, mode) {
    const { type, ...entry } = checkEntry(body) as EntryBody;
    return writtenEntry(
      await updateEntry(context, { type, entryId: id }, withoutDraftDate(entry), mode).catch(
        (error: unknown) => {
          if (!isSingletonError(error)) throw error;
          return updateSingleton(context, type, withoutDraftDate(entry), mode);
        },
      ),
    );
  },
};

function isSingletonError(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'not_a_collection';
}

/** The API takes the publish date of an entry only together with `publish`. */
function withoutDraftDate<E extends { publish?: boolean; published_at?: unknown }>(entry: E): E {
  if (entry.publish === true) return entry;
  const { published_at: _date, ...rest } = entry;
  return rest as E;
}

export const itemWriters: Readonly<Record<ContentFile, ItemWriter>> = {
  authors: termWriter(
    { create: CreateAuthor, change: ChangeAuthor },
    { create: addAuthor, change: updateAuthor },
  ),
  categories: termWriter(
    { create: CreateBlogCategory, change: ChangeBlogCategory },
    { create: addCategory, change: updateCategory },
  ),
  'kb-collections': termWriter(
    { create: CreateKbCollection, change: WriteKbCollection },
    { create: addCollection, change: updateCollection },
  ),
  'kb-sections': termWriter(
    { create: CreateKbSection, change: WriteKbSection },
    { create: addSection, change: updateSection },
  ),
  'kb-articles': articleWriter(
    'kb_slug_taken',
    { create: CreateKbArticle, change: ChangeKbArticle },
    { create: addKbArticle, change: updateKbArticle },
  ),
  articles: articleWriter(
    'blog_slug_taken',
    { create: CreateBlogArticle, change: ChangeBlogArticle },
    { create: addBlogArticle, change: updateBlogArticle },
  ),
  entries: entryWriter,
  redirects: {
    isPublishable: true,
    create: (context, body, mode) => entryWriter.create(context, { type: redirectType, ...body }, mode),
    change: (context, id, body, mode) =>
      entryWriter.change(context, id, { type: redirectType, ...body }, mode),
  },
};

/** The content type of redirects. */
export const redirectType = 'redirect';

/** The definition of the content type of redirects, which is created with the first redirect. */
export const redirectDefinition = {
  name: 'Redirect',
  kind: 'collection',
  fields: [
    { key: 'from', type: 'string', options: { required: true, unique: true } },
    { key: 'to', type: 'url' },
    { key: 'blog_article', type: 'link', options: { target: 'blog_article' } },
    { key: 'kb_article', type: 'link', options: { target: 'kb_article' } },
  ],
};
