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

/** An event from a change; ids, times and deliveries are added when it is stored. */
export interface NewEvent {
  name: EventName;
  /** The id of what changed (for types, the slug); unique together with revision and name. */
  subject: string;
  revision: number;
  data: Record<string, unknown>;
  /** Whether publishable keys can read the event (specification: changes). */
  isPublic: boolean;
}

/** The parts of a project that have their own version in GET /v1/changes (specification: changes). */
export const changeModules = ['content', 'schema', 'blog', 'kb', 'authors', 'media', 'releases'] as const;
export type ChangeModule = (typeof changeModules)[number];
