import type { Budget, ProjectLimit, ProjectLimits } from '../../contract/limits.ts';
import { limitReached } from '../../contract/errors/api-error.ts';
import { Counter, type Point, visitorAddress } from '../../core/counters/index.ts';
import { groupCommit } from '../../core/util/index.ts';
import type { Caller, ProjectInfo } from '../../core/context/index.ts';
import type { BudgetState } from '../../core/http/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';

export interface BudgetConfig {
  perWindow: Record<Budget, number>;
  windowSeconds: number;
  /**
   * The budget of all secret keys of a project together, as a multiple of one key's. Without it each key is counted
   * alone.
   */
  projectFactor?: number;
  /** Receives the number of requests that each update of a key's counter counts. */
  onBatch?: (requests: number) => void;
  /** Receives the number of points that a failed update did not give back. */
  onLost?: (points: number, error: unknown) => void;
}

/** The caller and the project whose budgets are used. */
export interface Spender {
  caller: Pick<Caller, 'keyId' | 'purpose' | 'address'>;
  project: Pick<ProjectInfo, 'id'>;
}

/** A point that is taken before the caller is admitted. Then exactly one of the two functions is called. */
export interface Reservation {
  confirm: () => Promise<BudgetState>;
  release: () => void;
}

/** Takes points of budgets: at once, or while the caller's key is looked up. */
export interface Budgets {
  spend: (spender: Spender, budget: Budget) => Promise<BudgetState>;
  reserve: (spender: Spender, budget: Budget) => Reservation;
}

/**
 * The three budgets of every key (specification: rate-budgets). A publishable key is counted for each address. The
 * secret keys of a project are also counted together, so that more keys don't mean a larger budget (rule 5).
 */
export function budgets(system: SystemDb, config: BudgetConfig): Budgets {
  const reserveFrom = {
    read: budgetOf(system, config, 'read'),
    write: budgetOf(system, config, 'write'),
    vote: budgetOf(system, config, 'vote'),
  };
  return {
    spend: (spender, budget) => reserveFrom[budget](spender).confirm(),
    reserve: (spender, budget) => reserveFrom[budget](spender),
  };
}

interface TakenPoints {
  ofKey: Point;
  /** Null if the project is not counted, is counted later, or its key was rejected. */
  ofProject: Point | null;
}

/** Takes a point of a key and a point of its project. Concurrent requests share two updates. */
function takerOfBoth(keys: Counter, projects: Counter) {
  return groupCommit(async (key, projectIds: readonly string[]): Promise<readonly TakenPoints[]> => {
    const ofKey = await keys.takeMany(key, projectIds.length);
    const [projectId] = projectIds; // a key belongs to one project
    const admittedCount = ofKey.filter(({ isAdmitted }) => isAdmitted).length;
    const ofProject =
      projectId === undefined || admittedCount === 0 ? [] : await projects.takeMany(projectId, admittedCount);
    return ofKey.map((point, i) => ({ ofKey: point, ofProject: ofProject[i] ?? null }));
  });
}

/**
 * Opens the counters of one budget. A request takes a point of its key, and one of its project if the key has points
 * left.
 */
function budgetOf(system: SystemDb, config: BudgetConfig, budget: Budget): (spender: Spender) => Reservation {
  const { perWindow, projectFactor, windowSeconds, onBatch, onLost } = config;
  const limit = perWindow[budget];
  const projectLimit = Math.floor(limit * (projectFactor ?? 1));
  const batchOption = onBatch === undefined ? {} : { onBatch };
  const keys = new Counter(system, { name: budget, points: limit, windowSeconds, ...batchOption });
  const projects = new Counter(system, { name: `project_${budget}`, points: projectLimit, windowSeconds });

  const takeBoth = takerOfBoth(keys, projects);
  const takeOfKey = async (key: string): Promise<TakenPoints> => ({
    ofKey: await keys.take(key),
    ofProject: null,
  });
  const giveBack = (counter: Counter, point: Point) => {
    if (point.isAdmitted) counter.giveBack(point).catch((error: unknown) => onLost?.(1, error));
  };
  const stateOf = ({ isAdmitted, remaining, msLeft }: Point, counter: 'key' | 'project'): BudgetState => {
    const resetSeconds = Math.max(1, Math.ceil(msLeft / 1000));
    return {
      limit,
      remaining,
      resetSeconds,
      retryAfterSeconds: isAdmitted ? null : resetSeconds,
      rejectedBy: counter,
      rejectedLimit: counter === 'project' ? projectLimit : limit,
      windowSeconds,
    };
  };

  return ({ caller, project }) => {
    const isOfProject = projectFactor !== undefined && caller.purpose === 'secret';
    // A key that has used up its own budget is named before its project.
    const key = counterKey(caller);
    const isKeyFull = isOfProject && keys.remembered(key) !== null;
    const rejection = isOfProject && !isKeyFull ? projects.remembered(project.id) : null;
    if (rejection !== null)
      return { confirm: () => Promise.resolve(stateOf(rejection, 'project')), release: () => undefined };
    // Points of a project that will be given back may reject its other keys, so near its limit they are taken last.
    const isEarly = isOfProject && projects.isHalfFree(project.id);
    const taking = isEarly ? takeBoth(key, project.id) : takeOfKey(key);
    taking.catch(() => undefined); // `confirm` reports it
    return {
      async confirm() {
        const { ofKey, ofProject: early } = await taking;
        const isLate = isOfProject && !isEarly && ofKey.isAdmitted;
        const ofProject = isLate ? await projects.take(project.id) : early;
        if (ofProject === null || ofProject.isAdmitted) return stateOf(ofKey, 'key');
        giveBack(keys, ofKey);
        return stateOf(ofProject, 'project');
      },
      release() {
        const release = ({ ofKey, ofProject }: TakenPoints) => {
          giveBack(keys, ofKey);
          if (ofProject !== null) giveBack(projects, ofProject);
        };
        taking.then(release, () => undefined);
      },
    };
  };
}

/**
 * Rejects an addition above a limit of the project. It runs inside the transaction that adds the item, so two processes
 * can't exceed the limit together. `count` counts the existing items, at most up to `max`.
 * @throws limit_reached
 */
export async function checkProjectLimit(
  limits: ProjectLimits,
  limit: ProjectLimit,
  count: (max: number) => Promise<number>,
): Promise<void> {
  const max = limits[limit];
  if ((await count(max)) >= max) throw limitReached(limit, max);
}

/** A person in the dashboard sends more requests than a program, but still has a limit. */
const personBudgetFactor = 10;

/** The budgets of people in the dashboard, ten times those of a key. Requests of people use no budget of a key. */
export function personBudgets(system: SystemDb, { perWindow, windowSeconds }: BudgetConfig) {
  const { read, write, vote } = perWindow;
  const personBudget = {
    read: read * personBudgetFactor,
    write: write * personBudgetFactor,
    vote: vote * personBudgetFactor,
  };
  return budgets(system, { perWindow: personBudget, windowSeconds }).spend;
}

function counterKey({ keyId, purpose, address }: Spender['caller']): string {
  return purpose === 'publishable' ? `${keyId}/${visitorAddress(address)}` : keyId;
}
