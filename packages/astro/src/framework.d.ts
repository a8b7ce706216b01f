/*
 * Types of the parts of Astro that this package uses, so that it compiles without Astro. The site tests check them
 * against Astro's own types.
 */
declare module 'astro' {
  export interface CacheOptions {
    maxAge?: number;
    swr?: number;
    tags?: string[];
    lastModified?: Date;
    etag?: string;
  }
  export interface CacheHint {
    tags?: string[];
    lastModified?: Date;
  }
  export interface InvalidateOptions {
    path?: string;
    tags?: string | string[];
  }
  export interface CacheProvider {
    name: string;
    setHeaders?(options: CacheOptions, request: Request): Headers;
    onRequest?(
      context: { request: Request; url: URL; waitUntil?: (promise: Promise<unknown>) => void },
      next: () => Promise<Response>,
    ): Promise<Response>;
    invalidate(options: InvalidateOptions): Promise<void>;
  }
  export type CacheProviderFactory<T extends object = Record<string, unknown>> = (
    config: T | undefined,
  ) => CacheProvider;

  export interface APIContext {
    request: Request;
    url: URL;
    isPrerendered: boolean;
    locals: App.Locals;
    cookies: { get(name: string): { value: string } | undefined };
    cache: {
      enabled: boolean;
      set(options: CacheOptions | false): void;
      invalidate(options: InvalidateOptions): Promise<void>;
    };
  }
  export type APIRoute = (context: APIContext) => Response | Promise<Response>;
  export type MiddlewareHandler = (
    context: APIContext,
    next: () => Promise<Response>,
  ) => Promise<Response> | Response;

  interface Setup {
    config: { cache?: { provider?: unknown } | undefined };
    updateConfig: (changes: object) => unknown;
    addMiddleware: (middleware: { entrypoint: string; order: 'pre' | 'post' }) => void;
    injectRoute: (route: { pattern: string; entrypoint: string; prerender: boolean }) => void;
  }
  export interface AstroIntegration {
    name: string;
    hooks: { 'astro:config:setup'?: (setup: Setup) => void | Promise<void> };
  }
}

declare module 'astro/loaders' {
  interface StoredEntry {
    id: string;
    data: Record<string, unknown>;
    digest?: string | number;
  }
  export interface LoaderContext {
    store: {
      get(id: string): StoredEntry | undefined;
      set(entry: StoredEntry): boolean;
      keys(): string[];
      delete(id: string): void;
      clear(): void;
    };
    meta: { get(key: string): string | undefined; set(key: string, value: string): void };
    logger: { info(message: string): void; warn(message: string): void };
    generateDigest(data: Record<string, unknown> | string): string;
    parseData(entry: { id: string; data: Record<string, unknown> }): Promise<Record<string, unknown>>;
  }
  export interface Loader {
    name: string;
    load(context: LoaderContext): Promise<void>;
  }
  interface LiveEntry<T> {
    id: string;
    data: T;
    cacheHint?: import('astro').CacheHint;
  }
  export interface LiveLoader<T extends object, E, C> {
    name: string;
    loadEntry(context: { filter: E }): Promise<LiveEntry<T> | undefined | { error: Error }>;
    loadCollection(context: {
      filter?: C;
    }): Promise<{ entries: LiveEntry<T>[]; cacheHint?: import('astro').CacheHint } | { error: Error }>;
  }
}

declare module 'astro/cache/memory' {
  const memory: import('astro').CacheProviderFactory;
  export default memory;
}

declare namespace App {
  // For this package only. A site declares its own type with `GalleyLocals`.
  interface Locals {
    galley: unknown;
  }
}

declare module 'virtual:galley-astro/options' {
  export const options: import('./main.ts').GalleyOptions;
  /** Whether pages are cached by this package's provider, and not by the site's own `cache.provider`. */
  export const isOwnCache: boolean;
}
