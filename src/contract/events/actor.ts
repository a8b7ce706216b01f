/**
 * The kinds of actors; every call has one of them. `import` is what an import stores, with the id of its export; `set_up`
 * is a request without a person: before there is an owner, or before a link has one.
 */
export type ActorKind = 'user' | 'key' | 'command' | 'job' | 'import' | 'set_up' | 'nobody';

/** The work that the service begins by itself: the names of its jobs. */
export type JobName =
  'publishing.due' | 'content-types.settle' | 'blocks.settle' | 'texts.normalize' | 'audit.trim';

/**
 * Who acts. `id` is the id of a person, a key or an export, the words of a command, or the name of a job; `name` is for
 * people. `nobody` is for calls that only read for any caller: previews and cached answers.
 */
export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
  readonly name: string;
}

/** An actor as it is stored with what it did; names are looked up when they are shown. */
export type StoredActor = Pick<Actor, 'kind' | 'id'>;

export const nobody: Actor = { kind: 'nobody', id: '', name: '' };

export function jobActor(id: JobName): Actor {
  return { kind: 'job', id, name: id };
}
