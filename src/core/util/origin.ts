import type { Actor } from '../../contract/events/actor.ts';
import type { AuditVia } from '../../contract/events/audit-actions.ts';

/** Through what and from where a person acts, for the audit log. */
export interface Origin {
  readonly via: AuditVia;
  /** The request, or the work that is none. */
  readonly requestId: string;
  /** The hash of the person's session; absent for who has none. */
  readonly session?: string;
  /** The part of the address that stands for one visitor; absent where none is stored. */
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

/** Where an actor acts from, unless the request says otherwise. */
export function originOf({ kind }: Pick<Actor, 'kind'>, requestId: string): Origin {
  return { via: viaOf[kind], requestId };
}
