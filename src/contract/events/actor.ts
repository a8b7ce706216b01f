/**
 * Kinds of actors; every request and job has one. `import` is the content of an import, with the id of its
 * export; `set_up` is a request before there is an owner, or before a link has signed someone in.
 */
export type ActorKind = 'user' | 'key' | 'command' | 'job' | 'import' | 'set_up' | 'nobody';

/** Jobs that act on their own. */
export type JobName =
  | 'publishing.due'
  | 'content-types.settle'
  | 'blocks.settle'
  | 'texts.normalize'
  | 'audit.trim'
  | 'members.expire';

/**
 * Who acts. `id` is the id of a person, key or export, the words of a command, or the name of a job; only
 * people have a `name`. `nobody` is for requests that read for any caller: previews and cached responses.
 */
export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
  readonly name: string;
}

/** An actor as stored; the name is looked up when it is shown. */
export type StoredActor = Pick<Actor, 'kind' | 'id'>;

export const nobody: Actor = { kind: 'nobody', id: '', name: '' };

export function jobActor(id: JobName): Actor {
  return { kind: 'job', id, name: id };
}
