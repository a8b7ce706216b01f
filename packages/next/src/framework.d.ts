/*
 * Types of the parts of Next that this package uses, so that it compiles without Next. The site tests compile a site
 * against Next's own types.
 */

declare module 'next/cache' {
  export function cacheTag(...tags: string[]): void;
  export function cacheLife(life: { stale: number; revalidate: number; expire: number }): void;
  export function revalidateTag(tag: string, profile: string | { expire?: number }): void;
}

declare module 'next/headers' {
  interface CookieForm {
    name: string;
    value: string;
    path: string;
    httpOnly: boolean;
    secure: boolean;
    sameSite: 'none';
    partitioned: boolean;
    maxAge?: number;
  }
  export function cookies(): Promise<{
    get(name: string): { value: string } | undefined;
    set(cookie: CookieForm): unknown;
  }>;
  export function draftMode(): Promise<{ readonly isEnabled: boolean; enable(): void; disable(): void }>;
}

declare module 'next/navigation' {
  export function notFound(): never;
  export function redirect(path: string): never;
}
