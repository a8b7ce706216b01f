import type { Step, StepState } from '../pipeline/request-state.ts';
import type { Context } from 'koa';
import { apiError } from '../../../contract/errors/api-error.ts';
import { isCacheable } from '../pipeline/route-handler.ts';
import type { Route } from '../pipeline/route.ts';
import type { EndpointDeps } from '../server/server-deps.ts';

const header = 'X-Min-Version';
/** How long a read waits for the requested revision, in milliseconds. */
const waitMs = 2_000;

/**
 * Responds to a read with `X-Min-Version` only from that revision on. A client that received a change may reach a
 * process, or a member of the database, that hasn't seen it yet (docs/build/cache-tags.md).
 * @throws invalid_parameter, temporarily_unavailable if the revision isn't reached in time
 */
export function minVersion(route: Route, { gate }: EndpointDeps): Step {
  if (!isCacheable(route)) return (_, next) => next();
  const waitFor = async (ctx: Context, minVersionHeader: unknown): Promise<void> => {
    if (!/^\d{1,15}$/.test(String(minVersionHeader))) {
      const why = 'must be a version from /v1/changes: up to 15 digits';
      throw apiError('invalid_parameter', { name: header, why }, { param: header });
    }
    const state = ctx.state as StepState;
    if (state.project.revision < Number(minVersionHeader)) {
      const { workTime, admitAgain } = state;
      await workTime.wait(gate.whenRevision(state.project.id, Number(minVersionHeader), waitMs));
      const admitted = await workTime.wait(admitAgain());
      Object.assign(state, { caller: admitted.caller, project: admitted.project, at: admitted.at });
      if (admitted.project.revision < Number(minVersionHeader)) throw tooEarly();
    }
  };
  return (ctx, next) => {
    const minVersionHeader = ctx.req.headers[header.toLowerCase()];
    return minVersionHeader === undefined ? next() : waitFor(ctx, minVersionHeader).then(next);
  };
}

function tooEarly() {
  const error = apiError('temporarily_unavailable', { because: 'behind' });
  error.retryAfterSeconds = 1;
  return error;
}
