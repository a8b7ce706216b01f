import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { type JsonSchema, SchemaBook } from '../../../src/introspection/schema-book.ts';
import { typeText } from '../../../src/introspection/typings/type-text.ts';
import { routes } from '../../../test/support/assembly.ts';
import { inRepository } from '../../../test/support/program.ts';
import { typeChecker } from '../../../test/support/type-check.ts';

vi.setConfig({ testTimeout: 120_000 }); // the compiler starts slowly on a busy machine

const faultsOf = typeChecker(['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts']);

type Pairs = Readonly<Record<string, string>>;
const list = (item: string) => `C.Page<C.${item}>`;
const moduleList = (item: string) => `C.Page<C.${item}, C.ModuleMeta>`;
const body = (call: string, at: 0 | 1) => `Body<C.Client${call}, ${at}>`;

/** Forms that the client says exactly as the service does, by the service's name. */
const same: Pairs = {
  ArticleLocaleState: 'C.ArticleLocaleState',
  Asset: 'C.Asset',
  AssetList: 'C.Page<C.Asset, C.AssetListMeta>',
  Author: 'C.Author',
  AuthorList: moduleList('Author'),
  BlockDefinition: 'C.BlockDefinition',
  BlockDefinitionList: list('BlockDefinition'),
  BlogArticle: 'C.BlogArticle',
  BlogArticleList: moduleList('ListedBlogArticle'),
  BlogCategory: 'C.BlogCategory',
  BlogCategoryList: moduleList('BlogCategory'),
  ChangeAsset: body("['media']['patch']", 1),
  ChangeAuthor: 'C.AuthorChanges',
  ChangeBlogArticle: 'C.BlogArticleChanges',
  ChangeBlogCategory: 'C.BlogCategoryChanges',
  ChangeKbArticle: 'C.KbArticleChanges',
  ContentType: 'C.ContentType',
  ContentTypeList: list('ContentType'),
  ConfirmedTranslations: 'C.ConfirmedTranslations',
  CreateRelease: body("['releases']['clone']", 0),
  Entry: 'C.Entry',
  EntryAlternate: 'C.EntryAlternate',
  EntryLocaleState: 'C.EntryLocaleState',
  EntryDiff: 'C.EntryDiff',
  EntryMatch: 'C.EntryMatch',
  EntryList: 'C.Page<C.Entry, C.EntryListMeta>',
  Field: 'C.Field',
  FieldGroup: 'C.FieldGroup',
  FocalPoint: 'C.FocalPoint',
  Image: 'C.Image',
  ImageVariant: 'C.ImageVariant',
  KbArticle: 'C.KbArticle',
  KbArticleList: moduleList('ListedKbArticle'),
  KbCollection: 'C.KbCollection',
  KbCollectionList: moduleList('KbCollection'),
  KbSection: 'C.KbSection',
  KbSectionList: moduleList('KbSection'),
  KbTree: 'C.KbTree',
  ListedBlogArticle: 'C.ListedBlogArticle',
  ListedKbArticle: 'C.ListedKbArticle',
  Locale: 'C.Locale',
  LocaleList: list('Locale'),
  Ping: 'C.Ping',
  PreviewSession: 'C.PreviewSession',
  PreviewState: 'C.PreviewState',
  PromoteRelease: body("['releases']['promote']", 1),
  Referrer: 'C.Referrer',
  ReferrerList: 'C.Page<C.Referrer, C.ReferrerMeta>',
  Release: 'C.Release',
  ReleaseDiff: 'C.ReleaseDiff',
  ReleaseList: list('Release'),
  ReleaseRef: 'C.ReleaseRef',
  Translation: 'C.Translation',
  TranslationList: list('Translation'),
  Richtext: 'C.Richtext',
  VoteResult: 'C.VoteResult',
  WriteKbCollection: 'C.KbCollectionChanges',
  WriteKbSection: 'C.KbSectionChanges',
  WrittenBlogArticle: 'C.WrittenBlogArticle',
  WrittenEntry: 'C.WrittenEntry',
  WrittenKbArticle: 'C.WrittenKbArticle',
};

/** Bodies of which the client allows less: what it allows the service takes. */
const narrower: Pairs = {
  ConfirmTranslations: body("['translations']['confirm']", 0), // its lists are read only
  BulkWrites:
    '{ mode?: "each" | "all"; operations: (Omit<C.BulkOperation, "body"> & { body?: Record<string, unknown> })[] }', // it allows only the methods that write
  CastVote: body("['kb']['articles']['vote']", 1), // one of the two ways to say it
  CreateAuthor: body("['authors']['create']", 0), // a creation without a name is seen before it is sent
  CreateBlogArticle: body("['blog']['articles']['create']", 0),
  CreateBlogCategory: body("['blog']['categories']['create']", 0),
  CreateEntry: 'Body<C.Collection<C.AnyTypes, string>["create"], 0>', // a date is a text or a Date
  CreateKbArticle: body("['kb']['articles']['create']", 0),
  CreateKbCollection: body("['kb']['collections']['create']", 0),
  CreateKbSection: body("['kb']['sections']['create']", 0),
  DefineBlock: body("['schema']['blocks']['put']", 1),
  DefineContentType: body("['schema']['put']", 1),
  PutEntry: 'Body<C.Singleton<C.AnyTypes, string>["put"], 0>',
  PatchEntry: 'Body<C.Collection<C.AnyTypes, string>["patch"], 1>',
};

/** Answers of which the client promises less: what the service serves keeps every word of it. */
const wider: Pairs = {
  BulkWriteResults: '{ mode: "each" | "all"; counts: C.BulkCounts; results: Omit<C.BulkResult, "error">[] }', // errors as elsewhere
  ChangeEvent: 'Feed.ChangeEvent',
  Changes: 'Feed.Changes',
  TranslationSummary: '{ data: C.TranslationCounts[] }',
  Introspection: 'C.Introspection',
};

/** Forms that the client has no words for: parts of Introspection, what `upload` does by itself, plain arguments. */
const unsaid = [
  ...['DescribedBlock', 'DescribedType', 'Endpoint', 'Module', 'ModuleField', 'OpenApi'],
  ...['AskUpload', 'ConfirmUpload', 'Upload'],
  ...['ChangeRelease', 'RichtextInput', 'WriteEntryLocale'],
];

const book = new SchemaBook('');
for (const { output, input } of routes) {
  for (const schema of [output, input.body]) if (schema != null) book.add(schema);
}
const definitions = book.definitions;

/** Every form of the service in TypeScript, in a file of its own. */
const service = Object.entries(definitions)
  .map(([name, schema]) => `export type ${name} = ${typeText(withTree(name, schema), (one) => one)};`)
  .join('\n');

/** The schema leaves the tree of rich text open; what it is made of is compared in richtext.test.ts. */
function withTree(name: string, schema: JsonSchema): JsonSchema {
  if (name !== 'Richtext') return schema;
  const properties = { ...(schema['properties'] as object), json: { $ref: 'C.RichtextDocument' } };
  return { ...schema, properties };
}

const client = (name: string) => JSON.stringify(inRepository(`packages/client/src/${name}.ts`));
const header = `
import type * as C from ${client('main')};
import type * as Feed from ${client('changes')};
import type * as S from './service.ts';

type Body<F, At extends 0 | 1> = F extends (...args: infer A) => unknown ? NonNullable<A[At]> : never;
/** The keys that are named; an index signature beside them is no key. */
type Named<T> = keyof { [K in keyof T as string extends K ? never : K]: 1 };
/** The form as one literal, whatever interfaces it is put together from. */
type Plain<T> = T extends readonly (infer E)[] ? Plain<E>[]
  : T extends object ? ([Named<T>] extends [never] ? { [K in keyof T]: Plain<T[K]> }
    : { [K in keyof T as string extends K ? never : K]: Plain<T[K]> })
  : T;
type Same<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;
/** Whether each A is a B, and B has a word for each of A's keys. */
type Within<A, B> = [Plain<A>] extends [Plain<B>] ? ([Exclude<Named<A>, Named<B>>] extends [never] ? true : false) : false;
/** Whether each A is a B that may know more keys. */
type Serves<A, B> = [Plain<A>] extends [Plain<B>] ? ([Exclude<Named<B>, Named<A>>] extends [never] ? true : false) : false;
type Claim<T, Name extends string> = T extends true ? 'holds' : \`\${Name} differs\`;
`;

/** What the compiler says when each pair is claimed to be related so; `claim` is of the service's form and the client's. */
function faultsAmong(pairs: Pairs, claim: (service: string, client: string) => string): string[] {
  const lines = Object.entries(pairs).map(
    ([name, words]) => `export const ${name}: Claim<${claim(`S.${name}`, words)}, '${name}'> = 'holds';`,
  );
  return faultsOf(
    {
      'service.ts': `import type * as C from ${client('main')};\n${service}`,
      'program.ts': header + lines.join('\n'),
    },
    'program.ts',
  );
}

describe('the forms of the client', () => {
  it('are as many as those of the service', () => {
    const said = [same, narrower, wider].flatMap((pairs) => Object.keys(pairs));

    expect([...said, ...unsaid].sort()).toEqual(Object.keys(definitions).sort());
  });

  it('say the same as the schemas of the service', () => {
    expect(faultsAmong(same, (theirs, ours) => `Same<${theirs}, ${ours}>`)).toEqual([]);
  });

  it('allow nothing in a body that the service does not know', () => {
    expect(faultsAmong(narrower, (theirs, ours) => `Within<${ours}, ${theirs}>`)).toEqual([]);
  });

  it('promise nothing of an answer that is not served', () => {
    expect(faultsAmong(wider, (theirs, ours) => `Serves<${theirs}, ${ours}>`)).toEqual([]);
  });

  it('would be caught saying something else', () => {
    const wrong = { Author: 'Omit<C.Author, "bio">', Image: 'C.Image & { more?: string }', Ping: 'C.Asset' };

    expect(faultsAmong(wrong, (theirs, ours) => `Same<${theirs}, ${ours}>`)).toHaveLength(3);
    expect(faultsAmong(wrong, (theirs, ours) => `Within<${ours}, ${theirs}>`)).toHaveLength(3);
  });

  it('are held here, every one', async () => {
    const files = await Promise.all(
      ['forms', 'kb-forms', 'description'].map((name) =>
        readFile(inRepository(`packages/client/src/types/${name}.ts`), 'utf8'),
      ),
    );
    const names = [...files.join('\n').matchAll(/^export (?:interface|type) (\w+)/gm)].map(
      ([, name]) => name,
    );
    const claimed = Object.values({ ...same, ...narrower, ...wider }).join(' ');
    const parts = names.filter((name = '') => !new RegExp(`\\.${name}\\b`).test(claimed));

    // Each is a part of forms that are compared above, and is compared with them.
    expect(parts.sort()).toEqual([
      ...[
        'ArticleChanges',
        'ArticleInLocale',
        'BlockDefinitionInput',
        'ContainerRef',
        'ContentTypeDefinition',
        'Draft',
        'FieldGroupInput',
        'FieldInput',
        'FileAsset',
        'Freshness',
      ],
      ...['GeoPoint', 'InLocale', 'InLocales', 'JsonValue', 'Kept'],
      ...['KeyScopes', 'ListedArticle', 'NamedRef', 'Seo', 'SeoInput'],
      ...['TranslationKind', 'TranslationState', 'Warning', 'WriteMeta', 'WrittenLocales'],
    ]);
  });
});
