import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Area, Permission } from '../../../contract/access.ts';
import type { AuditAction } from '../../../contract/events/audit-actions.ts';
import type { PreviewStatus } from '../../../contract/drafts.ts';
import type { BodyHint } from '../../../contract/errors/body-hints.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import type { IdKind } from '../../../contract/ids.ts';
import type { Budget } from '../../../contract/limits.ts';
import type { ProjectContext, ReleaseContext } from '../../context/request-context.ts';
import { RouteResponse } from '../response/route-response.ts';
import type { StreamMessage } from '../response/event-stream.ts';
import type { WhereFilter } from '../query/query.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Scope = 'project' | 'release';
/** The context of a route's work. */
export type ContextOf<S extends Scope> = S extends 'release' ? ReleaseContext : ProjectContext;

/** Other names for keys of the body: other name -> canonical name. */
export type Aliases = Readonly<Record<string, string>>;

/** The schemas of a route's input. */
export interface Inputs {
  path?: TObject;
  query?: TObject;
  body?: TSchema;
}

/** The input of a route's work, validated by those schemas. */
export interface InputOf<I extends Inputs> {
  path: I['path'] extends TObject ? Static<I['path']> : Record<string, never>;
  query: I['query'] extends TObject ? Static<I['query']> : Record<string, never>;
  body: I['body'] extends TSchema ? Static<I['body']> : undefined;
  /** The parsed `where[...]` parameters; empty unless the route declares `filters`. */
  where: readonly WhereFilter[];
}

/** What a route requires of its caller (specification: access). */
export interface RouteAccess {
  /** The permission that every request of the route needs at least. */
  needs: Permission;
  /** The area of the project; `any` if it depends on the stored item. */
  area: Area | 'any';
  /** Set if it can write content of single locales, as routes with `locales: 'write'` can. Other writes reject translators. */
  writesLocales?: true;
}

/** The audit actions of a write, or why it has none (specification: audit). */
export type Audits = AuditAction | readonly AuditAction[] | { readonly none: string };

/** Every write declares its audit actions. A GET has none, except the callback of an issuer. */
export type AuditDeclaration =
  { method: 'GET'; audits?: Audits } | { method: Exclude<Method, 'GET'>; audits: Audits };

/** Everything about an endpoint. Routing, key check, budget, validation and documents are derived from it. */
type RouteSpec<I extends Inputs, S extends Scope, O> = RouteParts<I, S, O> & AuditDeclaration;

interface RouteParts<I extends Inputs, S extends Scope, O> extends RouteAccess {
  /** Variable parts are written as `:name`. */
  path: string;
  /** One sentence for the documents. */
  summary: string;
  scope: S;
  key: 'any' | 'secret';
  budget: Budget;
  /** 200 by default. */
  status?: 200 | 201 | 202 | 204;
  /** The status is 201 if the write creates the item. */
  createsFirst?: boolean;
  input: I;
  /** Whether `where[field]` parameters are read. */
  filters?: boolean;
  /** Whether it serves images, in the sizes of `images` and `image_ratio`. */
  images?: boolean;
  /**
   * How it uses locales: a read of one item, of a list, or of what its path decides, or a write
   * (core/http/query/locale-query.ts).
   */
  locales?: 'item' | 'list' | 'list-or-item' | 'write';
  /** The states by which a list of drafts can be filtered, with the parameter `status` (specification: preview). */
  statuses?: readonly PreviewStatus[];
  /** Whether it can be read as of a later time, with the parameter `at`; only in previews. */
  readsLater?: boolean;
  /** Whether the body may be absent. */
  bodyOptional?: boolean;
  aliases?: Aliases;
  /** Messages for known mistakes in the body. */
  bodyHint?: BodyHint;
  /** A write that `POST /v1/bulk` can contain: true, or the kind of the item that it creates. */
  bulk?: true | IdKind;
  /** Whether a repetition under an `Idempotency-Key` continues an interrupted attempt. */
  resumes?: true;
  /** A write that can be tried with `dry_run=true`. */
  dryRun?: boolean;
  /** A GET whose response depends on more than project, query and kind of key, so it is never cached. */
  volatile?: boolean;
  /** Whether a GET returns only definitions. Its response is cached until these change. */
  describes?: boolean;
  /** Keys that such a response also has for secret keys, in front of the key `before`. They are read for each request. */
  live?: { before: string; read: (context: ContextOf<S>) => Promise<object> };
  /** Whether all reads of a GET see one state of the database; true unless it is volatile. */
  oneState?: boolean;
  /** The longest work of one request, in milliseconds; 4.5 s by default. */
  timeLimitMs?: number;
  /** How long the response may be held until something happens, in milliseconds, in addition to the time of the work. */
  heldMs?: (input: InputOf<I>) => number;
  /** Responds to `Accept: text/event-stream` with the messages after `lastEventId`, until the caller disconnects. */
  stream?: (
    context: ContextOf<S>,
    input: InputOf<I>,
    lastEventId: string | null,
  ) => Promise<AsyncIterable<StreamMessage>>;
  /** Error codes of the work itself; `errorsOf` adds those of the steps. Tests reject any other code. */
  errors?: readonly ErrorCode[];
  /**
   * The key of the response that may be large. A repetition under an `Idempotency-Key` rebuilds it from the item's
   * revision; undefined if that version was deleted.
   */
  large?: {
    key: string;
    rebuild: (context: ContextOf<S>, item: { id: string; revision: number }) => Promise<unknown>;
  };
  /** The kind of content type, if the endpoint is for one kind only. */
  typeKind?: 'singleton' | 'collection';
  /** The media type of a text response; JSON by default. */
  mediaType?: string;
  /** The schema of the response; null for a response without a body. */
  output: TSchema | null;
  run: (context: ContextOf<S>, input: InputOf<I>) => Promise<O | RouteResponse<O>>;
}

/** A route without the types of its inputs, which `route` has checked. */
export type Route = Omit<
  RouteParts<Inputs, 'release', unknown>,
  'scope' | 'run' | 'stream' | 'heldMs' | 'large' | 'live'
> & {
  method: Method;
  audits?: Audits;
  large?: {
    key: string;
    rebuild(
      context: ProjectContext | ReleaseContext,
      item: { id: string; revision: number },
    ): Promise<unknown>;
  };
  live?: { before: string; read(context: ProjectContext | ReleaseContext): Promise<object> };
  scope: Scope;
  heldMs?(input: unknown): number;
  run(context: ProjectContext | ReleaseContext, input: unknown): Promise<unknown>;
  stream?(
    this: void,
    context: ProjectContext | ReleaseContext,
    input: unknown,
    lastEventId: string | null,
  ): Promise<AsyncIterable<StreamMessage>>;
};

/** Declares an endpoint. */
export function route<const I extends Inputs, S extends Scope, O>(spec: RouteSpec<I, S, O>): Route {
  return spec; // the server hands `run` what the spec's schemas have checked
}

const draftPath = /^\/v1\/(content|blog|kb|authors)(\/|$)/;

/** Whether a read shows drafts below the prefix of previews. The others respond as they do without it. */
export function hasDrafts({ method, key, path }: Route): boolean {
  return method === 'GET' && key === 'any' && draftPath.test(path);
}

/** The path in documents: `/v1/content/{type}`. */
export function documentedPath(path: string): string {
  return path.replace(/:([A-Za-z]+)/g, '{$1}');
}
