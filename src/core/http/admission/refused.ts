import type { Context } from 'koa';
import { nobody, type StoredActor } from '../../../contract/events/actor.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { isCountedRejection } from '../../../contract/errors/refusals.ts';
import { actorOf } from '../../context/request-context.ts';
import type { Rejection } from '../../context/rejection.ts';
import type { DashboardState } from '../dashboard/dashboard-deps.ts';

/** What is counted of a refused request (specification: audit); null for refusals that are not. */
export function refusalIn(ctx: Context, code: ErrorCode, now: Date): Rejection | null {
  if (!isCountedRejection(code)) return null;
  const state = ctx.state as Partial<DashboardState>;
  const { kind, id } = whoIn(state);
  const projectId = state.project?.id ?? null;
  return { code, at: now, projectId, actor: { kind, id }, address: ctx.ip };
}

/** The member or key; before sign-in the account that was tried. */
function whoIn({ caller, account, person }: Partial<DashboardState>): StoredActor {
  if (caller !== undefined) return actorOf(caller);
  const id = account === undefined ? person?.id : account.tried.user;
  return id == null ? nobody : { kind: 'user', id };
}
