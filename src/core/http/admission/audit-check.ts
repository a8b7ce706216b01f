import type { WriteContext } from '../../context/write-context.ts';
import type { Audits, Method } from '../pipeline/route.ts';

/** The audit entries that a route declares. */
interface Declared {
  method: Method;
  path: string;
  audits?: Audits;
}

/** The context of a request, whose writes fail when they store an audit action that the route does not declare. */
export function auditChecked<C extends WriteContext>(context: C, { method, path, audits }: Declared): C {
  const actions =
    audits === undefined || typeof audits === 'string' ? [audits ?? ''] : 'none' in audits ? [] : audits;
  return { ...context, declaredAudits: { route: `${method} ${path}`, actions } };
}
