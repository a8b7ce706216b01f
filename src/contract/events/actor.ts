/**
 * Kinds of actors; every request and job has one. `import` writes the content of an export and has its id; `set_up` is a request before there is an owner, or before a link has signed someone in.
 */
export type ActorKind = 'user' | 'key' | 'command' | 'job' | 'import' | 'set_up' | 'nobody';

/** Jobs that change content or members, and so appear in the audit log. */
export type JobName =
  | 'publishing.due'
  | 'content-types.settle'
  | 'blocks.settle'
  | 'locales.sweep'
  | 'texts.normalize'
  | 'audit.trim'
  | 'members.expire'
  | 'project-copies.sweep'
  | 'backups.run';

/**
 * Who acts. `id` is the id of a person, key or export, or the name of a command or job. `name` is empty if it is looked
 * up by the id when it is shown. `nobody` is for unknown callers and for reads for any caller.
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
