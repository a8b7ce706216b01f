import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Area, Permission } from '../../../contract/access.ts';
import type { AuditAction } from '../../../contract/events/audit-actions.ts';
import type { BodyHint } from '../../../contract/errors/body-hints.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import type { Budget } from '../../../contract/limits.ts';
import type { ProjectContext, ReleaseContext } from '../../context/request-context.ts';
import { RouteResponse } from '../response/route-response.ts';
import type { StreamMessage } from '../response/event-stream.ts';
import type { WhereFilter } from '../query/query.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Scope = 'project' | 'release';
/** What a route's work is given. */
export type CallOf<S extends Scope> = S extends 'release' ? ReleaseContext : ProjectContext;

/** Other names under which a key of the body is accepted: other name -> the canonical one. */
export type Aliases = Readonly<Record<string, string>>;

/** The schemas of what a route takes. */
export interface Inputs {
  path?: TObject;
  query?: TObject;
  body?: TSchema;
}

/** What a route's work is handed, checked by those schemas. */
export interface InputOf<I extends Inputs> {
  path: I['path'] extends TObject ? Static<I['path']> : Record<string, never>;
  query: I['query'] extends TObject ? Static<I['query']> : Record<string, never>;
  body: I['body'] extends TSchema ? Static<I['body']> : undefined;
  /** The parsed `where[...]` parameters; empty unless the route declares `filters`. */
  where: readonly WhereFilter[];
}

/** What a route requires of its caller (specification: access). */
export interface Asked {
  /** The least permission with which some request of it passes. */
  needs: Permission;
  /** The part of the project that it is about; `any` where that depends on what is found. */
  area: Area | 'any';
}

/** What a write leaves in the audit log, or why nothing (specification: audit). */
export type Audits = AuditAction | readonly AuditAction[] | { readonly none: string };

/** Every write says what it leaves in the audit log. */
export type Audited = { method: 'GET'; audits?: never } | { method: Exclude<Method, 'GET'>; audits: Audits };

/** Everything about an endpoint, once. Router, key check, budget, validation and documents are derived from it. */
type RouteSpec<I extends Inputs, S extends Scope, O> = RouteParts<I, S, O> & Audited;

interface RouteParts<I extends Inputs, S extends Scope, O> extends Asked {
  /** With `:name` for the variable parts. */
  path: string;
  /** One sentence for the documents. */
  summary: string;
  scope: S;
  key: 'any' | 'secret';
  budget: Budget;
  /** 200 unless said otherwise. */
  status?: 200 | 201 | 202 | 204;
  /** Answers 201 instead when the write made what it writes. */
  createsFirst?: boolean;
  input: I;
  /** Whether `where[field]` parameters are read. */
  filters?: boolean;
  /** Whether it serves pictures, so that `images` and `image_ratio` say in which sizes. */
  images?: boolean;
  /** Whether the body may be absent. */
  bodyOptional?: boolean;
  aliases?: Aliases;
  /** Messages for known mistakes in the body. */
  bodyHint?: BodyHint;
  /** A write that can be tried with `dry_run=true`. */
  dryRun?: boolean;
  /** A GET whose answer depends on more than project, query and kind of key, so that it is made again each time. */
  volatile?: boolean;
  /** Whether a GET tells of definitions alone: its answer is kept for as long as these stay, whatever is written else. */
  describes?: boolean;
  /** What such an answer also has for secret keys, before another of its keys; read again after every write. */
  live?: { key: string; before: string; read: (context: CallOf<S>) => Promise<unknown> };
  /** Whether all that a GET reads is of one moment; true unless it is volatile. */
  oneState?: boolean;
  /** How long one request may work, in milliseconds; 4.5 s unless said otherwise. */
  timeLimitMs?: number;
  /** How long the answer may be held, beside the work's time, until something happens; the call carries a signal. */
  heldMs?: (input: InputOf<I>) => number;
  /** Answers callers that accept `text/event-stream`: messages from `lastEventId` on, for as long as they listen. */
  stream?: (
    context: CallOf<S>,
    input: InputOf<I>,
    lastEventId: string | null,
  ) => Promise<AsyncIterable<StreamMessage>>;
  /** Codes that the work itself answers, beside those of the way to it (`errorsOf`); tests hold the route to them. */
  errors?: readonly ErrorCode[];
  /**
   * The key of the answer that may be large. A repetition under an `Idempotency-Key` makes it again from the version of
   * that revision; undefined when that version is gone.
   */
  large?: {
    key: string;
    remake: (context: CallOf<S>, kept: { id: string; revision: number }) => Promise<unknown>;
  };
  /** The kind of content type that the endpoint is for, where it is not for both. */
  typeKind?: 'singleton' | 'collection';
  /** Of an answer that is text; JSON unless said otherwise. */
  mediaType?: string;
  /** The answer's schema; null for an answer without a body. */
  output: TSchema | null;
  run: (context: CallOf<S>, input: InputOf<I>) => Promise<O | RouteResponse<O>>;
}

/** A route as the server sees it, its types checked already by `route`. */
export type Route = Omit<
  RouteParts<Inputs, 'release', unknown>,
  'scope' | 'run' | 'stream' | 'heldMs' | 'large' | 'live'
> & {
  method: Method;
  audits?: Audits;
  large?: {
    key: string;
    remake(
      context: ProjectContext | ReleaseContext,
      kept: { id: string; revision: number },
    ): Promise<unknown>;
  };
  live?: { key: string; before: string; read(context: ProjectContext | ReleaseContext): Promise<unknown> };
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

/** `/v1/content/{type}`: the path as documents write it. */
export function documentedPath(path: string): string {
  return path.replace(/:([A-Za-z]+)/g, '{$1}');
}
