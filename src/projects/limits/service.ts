import type { Budget, ProjectLimit, ProjectLimits } from '../../contract/limits.ts';
import { limitReached } from '../../contract/errors/api-error.ts';
import {
  type CounterState,
  MemberCounters,
  type MemberState,
  type Reservation,
  SharedCounters,
  visitorAddress,
} from '../../core/counters/index.ts';
import type { Caller, ProjectInfo } from '../../core/context/index.ts';
import type { BudgetState } from '../../core/http/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';

export interface BudgetConfig {
  perWindow: Record<Budget, number>;
  windowSeconds: number;
  /** How many times a key's budget all secret keys of a project have together; without it each is counted alone. */
  projectFactor?: number;
  /** Told how many requests each update counts. */
  onBatch?: (requests: number) => void;
  /** Receives how many settlements of reserved points an update that failed has lost. */
  onLost?: (settlements: number, error: unknown) => void;
}

/** What a budget is counted by. */
export interface Spender {
  caller: Pick<Caller, 'keyId' | 'purpose' | 'address'>;
  project: Pick<ProjectInfo, 'id'>;
}

/** Takes one point of a budget, at once or as soon as it is known that its spender may ask. */
export interface Budgets {
  spend: (spender: Spender, budget: Budget) => Promise<BudgetState>;
  reserve: (spender: Spender, budget: Budget) => Reservation<BudgetState>;
}

/**
 * The three budgets of every key (specification: rate-budgets). A publishable key is counted per address;
 * the secret keys of a project are counted together too, so that several do not multiply a budget (rule 5).
 * Answers what is left after one more request, and for how long it is refused.
 */
export function budgets(system: SystemDb, config: BudgetConfig): Budgets {
  const counters = {
    read: budgetCounters(system, config, 'read'),
    write: budgetCounters(system, config, 'write'),
    vote: budgetCounters(system, config, 'vote'),
  };
  const stateOf = (budget: Budget, { remaining, msBeforeReset, refusedBy }: MemberState): BudgetState => {
    const resetSeconds = Math.max(1, Math.ceil(msBeforeReset / 1000));
    const limit = config.perWindow[budget];
    const isGroup = refusedBy === 'group';
    return {
      limit,
      remaining,
      resetSeconds,
      refusedSeconds: refusedBy === null ? null : resetSeconds,
      refusedBy: isGroup ? 'project' : 'key',
      refusedLimit: isGroup ? groupPointsOf(config, budget) : limit,
      windowSeconds: config.windowSeconds,
    };
  };
  return {
    spend: async (spender, budget) => stateOf(budget, await counters[budget].take(spender)),
    reserve(spender, budget) {
      const { confirm, release } = counters[budget].reserve(spender);
      return { confirm: async () => stateOf(budget, await confirm()), release };
    },
  };
}

/** Opens the counters of one budget. */
function budgetCounters(system: SystemDb, config: BudgetConfig, budget: Budget) {
  const { perWindow, projectFactor, ...shared } = config;
  const options = { name: budget, points: perWindow[budget], ...shared };
  const alone = new SharedCounters(system, options);
  const groupPoints = groupPointsOf(config, budget);
  const together = new MemberCounters(system, { ...options, groupPoints });
  const isTogether = ({ caller }: Spender) => projectFactor !== undefined && caller.purpose === 'secret';
  return {
    async take(spender: Spender): Promise<MemberState> {
      const { caller, project } = spender;
      if (isTogether(spender)) return together.take(project.id, caller.keyId);
      return memberState(await alone.take(counterKey(caller)));
    },
    reserve(spender: Spender): Reservation<MemberState> {
      const { caller, project } = spender;
      if (isTogether(spender)) return together.reserve(project.id, caller.keyId);
      const { confirm, release } = alone.reserve(counterKey(caller));
      return { confirm: async () => memberState(await confirm()), release };
    },
  };
}

function groupPointsOf({ perWindow, projectFactor = 1 }: BudgetConfig, budget: Budget): number {
  return Math.floor(perWindow[budget] * projectFactor);
}

function memberState({ refused, ...state }: CounterState): MemberState {
  return { ...state, refusedBy: refused ? 'member' : null };
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
  return budgets(system, { perWindow: wider, windowSeconds }).spend;
}

function counterKey({ keyId, purpose, address }: Spender['caller']): string {
  return purpose === 'publishable' ? `${keyId}/${visitorAddress(address)}` : keyId;
}
