import type { Actor } from '../../contract/events/actor.ts';
import type { AuditVia } from '../../contract/events/audit-actions.ts';

/** How and from where an actor acts, for the audit log. */
export interface Origin {
  readonly via: AuditVia;
  /** The id of the request, or the name of other work. */
  readonly requestId: string;
  /** The hash of the person's session; absent without one. */
  readonly session?: string;
  /** The part of the IP address that identifies a visitor; absent if none is stored. */
  readonly address?: string;
}

const viaOf = {
  user: 'dashboard',
  key: 'api',
  command: 'cli',
  job: 'job',
  import: 'cli',
  set_up: 'dashboard',
  nobody: 'job',
} as const satisfies Record<Actor['kind'], AuditVia>;

/** The usual origin of an actor. A request can replace parts of it. */
export function originOf({ kind }: Pick<Actor, 'kind'>, requestId: string): Origin {
  return { via: viaOf[kind], requestId };
}
