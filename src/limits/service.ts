import type { Budget, ProjectLimit, ProjectLimits } from '../contract/limits.ts';
import { limitReached } from '../contract/problem.ts';
import { visitorAddress } from '../platform/address.ts';
import type { Caller } from '../platform/call.ts';
import type { Spending } from '../platform/http/gate.ts';
import { SharedCounters } from '../platform/mongo/counters.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';

export interface BudgetConfig {
  perWindow: Record<Budget, number>;
  windowSeconds: number;
  /** Told how many requests each update counts. */
  onBatch?: (requests: number) => void;
}

/**
 * The three budgets of every key (spec, "Rate rules"; contract, section 12). A publishable key is counted per address.
 * Answers what is left after one more request, and for how long it is refused.
 */
export function budgets(
  system: SystemDb,
  { perWindow, ...shared }: BudgetConfig,
): (caller: Caller, budget: Budget) => Promise<Spending> {
  const counters = new Map<Budget, SharedCounters>();
  for (const [budget, points] of Object.entries(perWindow) as [Budget, number][]) {
    counters.set(budget, new SharedCounters(system, { name: budget, points, ...shared }));
  }

  return async (caller, budget) => {
    const state = await counters.get(budget)?.take(counterKey(caller));
    if (state === undefined) throw new Error(`no budget ${budget}`);
    const resetSeconds = Math.max(1, Math.ceil(state.msBeforeReset / 1000));
    return {
      limit: perWindow[budget],
      remaining: state.remaining,
      resetSeconds,
      refusedSeconds: state.refused ? resetSeconds : null,
    };
  };
}

/**
 * Refuses one more of something of which a project may have `limits[limit]`. Asked inside the transaction that adds it,
 * so that two processes never pass the limit together. `count` counts what there is, to `most` at most.
 * @throws limit_reached
 */
export async function checkRoom(
  limits: ProjectLimits,
  limit: ProjectLimit,
  count: (most: number) => Promise<number>,
): Promise<void> {
  const most = limits[limit];
  if ((await count(most)) >= most) throw limitReached(limit, most);
}

/** A person at work asks more often than a program, and has a bound all the same. */
const personFactor = 10;

/** The budgets of people in the dashboard: ten times those of a key, and none of a key's is spent. */
export function personBudgets(system: SystemDb, { perWindow, windowSeconds }: BudgetConfig) {
  const { read, write, vote } = perWindow;
  const wider = { read: read * personFactor, write: write * personFactor, vote: vote * personFactor };
  return budgets(system, { perWindow: wider, windowSeconds });
}

function counterKey({ keyId, purpose, address }: Caller): string {
  return purpose === 'publishable' ? `${keyId}/${visitorAddress(address)}` : keyId;
}
