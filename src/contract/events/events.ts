/** Every event name (specification: events). */
export const eventNames = [
  'content.entry.published',
  'content.entry.updated',
  'content.entry.unpublished',
  'content.entry.deleted',
  'content.type.updated',
  'content.type.deleted',
  'media.asset.updated',
  'media.asset.deleted',
  'release.published',
  'release.updated',
  'release.deleted',
  'blog.article.published',
  'blog.article.updated',
  'blog.article.unpublished',
  'blog.article.deleted',
  'kb.article.published',
  'kb.article.updated',
  'kb.article.unpublished',
  'kb.article.deleted',
] as const;

export type EventName = (typeof eventNames)[number];

/** The first part of an event name. */
export type EventFamily = EventName extends `${infer Family}.${string}` ? Family : never;

/** The verbs of everything that is published. */
export type PublishedVerb = 'published' | 'updated' | 'unpublished' | 'deleted';

/** An event as a change tells it; ids, times and deliveries are added where it is stored. */
export interface NewEvent {
  name: EventName;
  /** The id (or slug, for types) of what changed; unique with revision and name. */
  subject: string;
  revision: number;
  data: Record<string, unknown>;
  /** Whether readers with a publishable key may hear of it (specification: changes). */
  isPublic: boolean;
}

/** The parts of a project that have a version of their own in GET /v1/changes (specification: changes). */
export const changeModules = ['content', 'schema', 'blog', 'kb', 'authors', 'media', 'releases'] as const;
export type ChangeModule = (typeof changeModules)[number];
