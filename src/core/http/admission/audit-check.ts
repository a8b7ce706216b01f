import type { WriteContext } from '../../context/write-context.ts';
import type { Audits, Method } from '../pipeline/route.ts';

/** The audit actions that a route declares. */
interface AuditedRoute {
  method: Method;
  path: string;
  audits?: Audits;
}

/** The context of a request whose writes fail if they store an audit action that the route doesn't declare. */
export function withAuditCheck<C extends WriteContext>(
  context: C,
  { method, path, audits }: AuditedRoute,
): C {
  const actions =
    audits === undefined || typeof audits === 'string' ? [audits ?? ''] : 'none' in audits ? [] : audits;
  return { ...context, declaredAudits: { route: `${method} ${path}`, actions } };
}
