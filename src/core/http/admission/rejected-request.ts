import type { Context } from 'koa';
import { nobody, type StoredActor } from '../../../contract/events/actor.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { isCountedRejection } from '../../../contract/errors/refusals.ts';
import { actorOf } from '../../context/request-context.ts';
import type { Rejection } from '../../context/rejection.ts';
import type { DashboardState } from '../dashboard/dashboard-deps.ts';

/** What the audit log counts of a rejected request (specification: audit); null for codes that it doesn't count. */
export function rejectionOf(ctx: Context, code: ErrorCode, now: Date): Rejection | null {
  if (!isCountedRejection(code)) return null;
  const state = ctx.state as Partial<DashboardState>;
  const { kind, id } = actorIn(state);
  const projectId = state.project?.id ?? null;
  return { code, at: now, projectId, actor: { kind, id }, address: ctx.ip };
}

/** The member or key; before sign-in, the account that the request tries to sign in to. */
function actorIn({ caller, account, person }: Partial<DashboardState>): StoredActor {
  if (caller !== undefined) return actorOf(caller);
  const id = account === undefined ? person?.id : account.attemptedAccount.user;
  return id == null ? nobody : { kind: 'user', id };
}
