import type { LocalesPublication } from '../item.ts';

/** The body of a PATCH that publishes now or at a date, until an end. Undefined keeps the end. */
export function publication(at: string | null, until?: string | null): object {
  return {
    publish: true,
    ...(at === null ? {} : { published_at: at }),
    ...(until === undefined ? {} : { unpublish_at: until }),
  };
}

/** The part of a PATCH that publishes other locales too. */
export function publicationOf(others: LocalesPublication | undefined): object {
  if (others === undefined) return {};
  const locales = Object.fromEntries(others.codes.map((code) => [code, { publish: true }]));
  return {
    ...(others.codes.length === 0 ? {} : { locales }),
    ...(others.publishesShared ? {} : { publish_shared: false }),
  };
}
