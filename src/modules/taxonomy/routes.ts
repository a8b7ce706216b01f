import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Area } from '../../contract/access.ts';
import { type ErrorCode, errorGroups } from '../../contract/errors/errors.ts';
import type { IdKind } from '../../contract/ids.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import type { Aliases, Route } from '../../core/http/index.ts';

/** The differences between the endpoints of the kinds. */
interface TermRoutes<L extends TObject, Q extends TObject, C extends TSchema, W extends TSchema> {
  /** The path of their list, such as `/v1/authors`. */
  path: string;
  area: Area;
  /** The group of their actions in the audit log. */
  group: 'author' | 'category' | 'collection' | 'section';
  /** The kind of their ids. */
  idKind: IdKind;
  /** Whether responses contain images. */
  images?: true;
  /** One sentence for each endpoint. */
  summaries: Readonly<Record<'list' | 'read' | 'create' | 'change' | 'remove', string>>;
  errors: {
    unknown: ErrorCode;
    /** Errors of the list's filters and parameters. */
    list: readonly ErrorCode[];
    /** Errors of a single read in addition to `unknown`. */
    read: readonly ErrorCode[];
    /** Errors of a written body. */
    body: readonly ErrorCode[];
  };
  forms: { single: TSchema; list: TSchema; listQuery: L; readQuery?: Q; create: C; change: W };
  aliases?: Aliases;
  list(context: ProjectContext, query: Static<L>): Promise<unknown>;
  read(context: ProjectContext, slug: string, query: Static<Q>): Promise<unknown>;
  create(context: ProjectContext, body: Static<C>): Promise<unknown>;
  change(context: ProjectContext, slug: string, body: Static<W>): Promise<unknown>;
  remove(context: ProjectContext, slug: string): Promise<void>;
}

const readOptions = { scope: 'project', key: 'any', budget: 'read' } as const;
const writeOptions = {
  scope: 'project',
  key: 'secret',
  budget: 'write',
  dryRun: true,
  bulk: true,
  locales: 'write',
} as const;
const SlugPath = Type.Object({ slug: Type.String() });

/** The validated input of each endpoint. */
interface Input<L extends TObject, Q extends TObject, C extends TSchema, W extends TSchema> {
  path: { slug: string };
  query: Static<L> & Static<Q>;
  body: Static<C> & Static<W>;
}

/** The five endpoints of a kind: list, read, create, change, remove. */
export function termRoutes<L extends TObject, Q extends TObject, C extends TSchema, W extends TSchema>(
  kind: TermRoutes<L, Q, C, W>,
): Route[] {
  return [...readRoutes(kind), ...writeRoutes(kind)];
}

function readRoutes<L extends TObject, Q extends TObject, C extends TSchema, W extends TSchema>(
  kind: TermRoutes<L, Q, C, W>,
): Route[] {
  type RouteInput = Input<L, Q, C, W>;
  const { path, area, summaries, errors, forms } = kind;
  const access = { needs: 'read', area } as const;
  const imageOption = kind.images === true ? { images: true as const } : {};
  return [
    {
      ...readOptions,
      ...access,
      ...imageOption,
      method: 'GET',
      path,
      locales: 'list',
      summary: summaries.list,
      errors: errors.list,
      input: { query: forms.listQuery },
      output: forms.list,
      run: (context, input) => kind.list(context, (input as RouteInput).query),
    },
    {
      ...readOptions,
      ...access,
      ...imageOption,
      method: 'GET',
      path: `${path}/:slug`,
      locales: 'item',
      summary: summaries.read,
      errors: [errors.unknown, ...errors.read],
      input: { path: SlugPath, ...(forms.readQuery === undefined ? {} : { query: forms.readQuery }) },
      output: forms.single,
      run: (context, input) =>
        kind.read(context, (input as RouteInput).path.slug, (input as RouteInput).query),
    },
  ];
}

function writeRoutes<L extends TObject, Q extends TObject, C extends TSchema, W extends TSchema>(
  kind: TermRoutes<L, Q, C, W>,
): Route[] {
  type RouteInput = Input<L, Q, C, W>;
  const { path, area, group, summaries, errors, forms } = kind;
  const access = { needs: 'publish', area } as const;
  const itemPath = `${path}/:slug`;
  const aliases = kind.aliases === undefined ? {} : { aliases: kind.aliases };
  return [
    {
      ...writeOptions,
      ...aliases,
      ...access,
      audits: `${group}.created`,
      method: 'POST',
      path,
      bulk: kind.idKind,
      status: 201,
      summary: summaries.create,
      errors: [...errors.body, 'limit_reached'],
      input: { body: forms.create },
      output: forms.single,
      run: (context, input) => kind.create(context, (input as RouteInput).body),
    },
    {
      ...writeOptions,
      ...aliases,
      ...access,
      audits: `${group}.changed`,
      method: 'PATCH',
      path: itemPath,
      summary: summaries.change,
      errors: [...errors.body, ...errorGroups.change, errors.unknown],
      input: { path: SlugPath, body: forms.change },
      output: forms.single,
      run: (context, input) =>
        kind.change(context, (input as RouteInput).path.slug, (input as RouteInput).body),
    },
    {
      ...writeOptions,
      ...access,
      audits: [`${group}.deleted`, `${group}.changed`],
      method: 'DELETE',
      path: itemPath,
      summary: summaries.remove,
      status: 204,
      errors: [errors.unknown, 'entry_referenced', 'revision_conflict', 'locale_is_default'],
      input: { path: SlugPath },
      output: null,
      run: (context, input) => kind.remove(context, (input as RouteInput).path.slug),
    },
  ];
}
