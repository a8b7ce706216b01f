import { parseTime } from '../contract/time.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import {
  addVotes,
  ChangeAuthor,
  ChangeBlogArticle,
  ChangeBlogCategory,
  ChangeKbArticle,
  changeKbArticle,
  CreateAuthor,
  createAuthor,
  CreateBlogArticle,
  createBlogArticle,
  CreateBlogCategory,
  createCategory,
  createCollection,
  CreateKbArticle,
  createKbArticle,
  CreateKbCollection,
  CreateKbSection,
  createSection,
  updateAuthor,
  updateBlogArticle,
  updateCategory,
  updateCollection,
  updateKbArticle,
  updateSection,
  WriteKbCollection,
  WriteKbSection,
} from '../modules/index.ts';
import {
  AskUpload,
  CreateEntry,
  createEntry,
  DefineBlock,
  DefineContentType,
  loadType,
  PatchEntry,
  patchSingleton,
  putBlock,
  putContentType,
  typeOfFile,
  updateEntry,
  updateSingleton,
  uploadFile,
} from '../content/index.ts';
import { ApiError } from '../contract/errors/api-error.ts';
import type { LinkTargetKind } from '../contract/fields/links.ts';
import type { ProjectContext, ReleaseContext } from '../core/context/index.ts';
import { bodyChecker } from '../core/http/index.ts';
import { readUnpublishAt } from '../lifecycle/index.ts';
import { isRecord } from './files/names.ts';

type Body = Readonly<Record<string, unknown>>;

/** Stores the content of a file after the API's own validation. Returns the id. @throws API errors */
type Store<C> = (context: C, body: Body) => Promise<string>;

/** Returns a function that validates a body and creates an item. */
function storeFunction<S extends TSchema>(
  schema: S,
  create: (context: ProjectContext, body: Static<S>) => Promise<{ body: { id: string } }>,
): Store<ProjectContext> {
  const check = bodyChecker(schema);
  return async (context, body) => (await create(context, check({ ...body }))).body.id;
}

/** Stores the texts of an item in the locale that the context writes. @throws API errors */
type Translate = (context: ProjectContext, id: string, body: Body) => Promise<void>;

/** Returns a function that validates a body and updates an item. */
function translateFunction<S extends TSchema>(
  schema: S,
  update: (context: ProjectContext, id: string, body: Static<S>) => Promise<unknown>,
): Translate {
  const check = bodyChecker(schema);
  return async (context, id, body) => void (await update(context, id, check({ ...body })));
}

/** Articles and entries in seeds are published unless their file has `publish: false`. */
const publishByDefault = { publish: true };

interface ModuleKind {
  folder: string;
  ending: '.json' | '.md';
  store: Store<ProjectContext>;
  translate: Translate;
}

/** The folder of each module's seeds, and the functions that store them. */
export const moduleKinds: Readonly<Record<LinkTargetKind, ModuleKind>> = {
  author: {
    folder: 'blog/authors',
    ending: '.json',
    store: storeFunction(CreateAuthor, createAuthor),
    translate: translateFunction(ChangeAuthor, updateAuthor),
  },
  kb_collection: {
    folder: 'kb/collections',
    ending: '.json',
    store: storeFunction(CreateKbCollection, createCollection),
    translate: translateFunction(WriteKbCollection, updateCollection),
  },
  kb_section: {
    folder: 'kb/sections',
    ending: '.json',
    store: storeFunction(CreateKbSection, createSection),
    translate: translateFunction(WriteKbSection, updateSection),
  },
  kb_article: { folder: 'kb/articles', ending: '.md', store: storeKbArticle, translate: translateKbArticle },
  blog_category: {
    folder: 'blog/categories',
    ending: '.json',
    store: storeFunction(CreateBlogCategory, createCategory),
    translate: translateFunction(ChangeBlogCategory, updateCategory),
  },
  blog_article: {
    folder: 'blog/articles',
    ending: '.md',
    store: (context, body) => storeBlogArticle(context, { ...publishByDefault, ...body }),
    translate: (context, id, body) => translateBlogArticle(context, id, { ...publishByDefault, ...body }),
  },
};

const storeBlogArticle = storeFunction(CreateBlogArticle, createBlogArticle);
const translateBlogArticle = translateFunction(ChangeBlogArticle, updateBlogArticle);
const storePlainKbArticle = storeFunction(CreateKbArticle, createKbArticle);

const translatePlainKbArticle = translateFunction(ChangeKbArticle, updateKbArticle);

const count = Type.Integer({ minimum: 0 });
const checkHistory = bodyChecker(
  Type.Object({
    last_reviewed: Type.Optional(Type.String()),
    votes: Type.Optional(
      Type.Object({ helpful: count, not_helpful: count }, { additionalProperties: false }),
    ),
  }),
);
/** The parts of an article's file that the API doesn't accept. */
interface History {
  last_reviewed?: string;
  votes?: { helpful: number; not_helpful: number };
}

/**
 * Stores an article at the time of its last review, with the votes of its file, so that the demo has fresh,
 * aging and stale ones. The end date is relative to the present, so it is set afterwards.
 */
async function storeKbArticle(context: ProjectContext, values: Body): Promise<string> {
  const { last_reviewed, votes, unpublish_at: end, ...rest } = values;
  const history = checkHistory(withoutUndefined({ last_reviewed, votes })) as History;
  const now = parseTime(history.last_reviewed ?? '') ?? context.now;
  const state = rest['archived'] === true ? {} : publishByDefault;
  const endsLater = now < context.now && typeof end === 'string';
  if (endsLater) readUnpublishAt(end, context.now); // validated before anything is stored
  const body = endsLater ? rest : { ...rest, ...withoutUndefined({ unpublish_at: end }) };
  const id = await storePlainKbArticle({ ...context, now }, { ...state, ...body });
  if (endsLater) await changeKbArticle(context, id, { unpublish_at: end });
  if (history.votes !== undefined) await addVotes(context, id, history.votes);
  return id;
}

/** Stores the texts of an article in a further locale at the time of their last review. */
async function translateKbArticle(context: ProjectContext, id: string, values: Body): Promise<void> {
  const { last_reviewed, ...body } = values;
  const history = checkHistory(withoutUndefined({ last_reviewed })) as History;
  const now = parseTime(history.last_reviewed ?? '') ?? context.now;
  await translatePlainKbArticle({ ...context, now }, id, { ...publishByDefault, ...body });
}

function withoutUndefined(body: Body): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

const checkType = bodyChecker(DefineContentType);

export async function storeType(context: ReleaseContext, slug: string, body: Body): Promise<string> {
  await putContentType(context, slug, checkType(definitionFor(context, body)) as DefineContentType);
  return slug;
}

/** A definition without translated fields if the project has one locale, which rejects them. */
function definitionFor({ project }: ReleaseContext, body: Body): Record<string, unknown> {
  const { fields } = body;
  if (project.locales.list.length > 1 || !Array.isArray(fields)) return { ...body };
  return {
    ...body,
    fields: fields.map((field: unknown) => (isRecord(field) ? withoutLocales(field) : field)),
  };
}

function withoutLocales(field: Body): Body {
  if (!isRecord(field['options'])) return field;
  const { localized: _localized, fallback: _fallback, ...options } = field['options'];
  return { ...field, options };
}

/** The kind of translations. */
export const translationKind = 'translation';

/** The kind of block definitions: their folder, which no type can have as its slug. */
export const blockKind = 'custom/blocks';

const checkBlock = bodyChecker(DefineBlock);

export async function storeBlock(context: ReleaseContext, slug: string, body: Body): Promise<string> {
  await putBlock(context, slug, checkBlock(definitionFor(context, body)) as DefineBlock);
  return slug;
}

const checkEntry = bodyChecker(CreateEntry);

/** A singleton has one entry, which belongs to its type. */
export async function storeEntry(context: ReleaseContext, type: string, body: Body): Promise<string> {
  const entry = checkEntry({ ...publishByDefault, ...body }) as Static<typeof CreateEntry>;
  const { kind } = await loadType(context, type);
  const store = kind === 'singleton' ? patchSingleton : createEntry;
  return (await store(context, type, entry)).body.id;
}

const checkTranslation = bodyChecker(PatchEntry);

/**
 * Stores the values of an entry in the locale that the context writes.
 * @returns false if the type has no localized fields: it was stored while the project had one locale
 */
export async function translateEntry(
  context: ReleaseContext,
  type: string,
  { id, body }: { id: string; body: Body },
): Promise<boolean> {
  const change = checkTranslation({ ...publishByDefault, ...body }) as Static<typeof PatchEntry>;
  const { kind } = await loadType(context, type);
  try {
    if (kind === 'singleton') await updateSingleton(context, type, change);
    else await updateEntry(context, { type, entryId: id }, change);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'type_not_localized') return false;
    throw error;
  }
}

/** Timeout in milliseconds to send an image, which is small, to the storage. */
const sendTimeMs = 15_000;
const checkUpload = bodyChecker(AskUpload);

/**
 * Uploads an image in the three steps of a client (specification: media).
 * @throws temporarily_unavailable if the storage is down; Error with a plain text if it rejects a file
 */
export async function storeImage(context: ProjectContext, folder: string, body: Body): Promise<string> {
  const file = String(body['file_name']);
  const bytes = new Uint8Array(await readFile(join(folder, file)));
  const upload = { ...body, content_type: typeOfFile(file), size_bytes: bytes.byteLength };
  const { size_bytes: _, ...input } = checkUpload(upload) as AskUpload;
  return (await uploadFile(context, input, { bytes, timeMs: sendTimeMs })).id;
}
