import { describe, expect, it } from 'vitest';
import type { ProjectContext, ScheduledKind } from '../../../../src/core/context/request-context.ts';
import type { DueItem } from '../../../../src/core/context/scheduled.ts';
import { createLog } from '../../../../src/core/http/server/log.ts';
import type { SystemDb } from '../../../../src/core/mongo/scope/handle.ts';
import { type DueDeps, publishDue } from '../../../../src/lifecycle/publishing/due/due.ts';

const now = new Date('2027-03-05T17:00:00.000Z');

/** A kind whose items are due so many milliseconds after now, in the projects named; what is turned goes to `turned`. */
function kindOf(name: string, dates: readonly (readonly [project: string, ms: number])[], turned: string[]) {
  const waiting = new Map<string, DueItem>();
  for (const [row, [projectId, ms]] of dates.entries()) {
    const id = `${name}-${row}`;
    waiting.set(id, { projectId, releaseId: null, id, at: new Date(now.getTime() + ms), row });
  }
  const inOrder = (a: DueItem, b: DueItem) =>
    a.at.getTime() - b.at.getTime() || Number(a.row) - Number(b.row);
  const kind: ScheduledKind = {
    name,
    collection: 'articles',
    scope: 'project',
    findDue: async (_system, { until, limit, after, except }) =>
      [...waiting.values()]
        .filter(({ at, projectId }) => at <= until && !except.projectIds.includes(projectId))
        .filter((item) => after === null || inOrder(item, after as DueItem) > 0)
        .sort(inOrder)
        .slice(0, limit),
    nextDate: async () => null,
    applyDueChanges: async (_call, ids) => {
      for (const id of ids) waiting.delete(id);
      turned.push(...ids);
      return ids.length;
    },
  };
  return kind;
}

/** The order in which the work turns what is due. */
async function turnAll(
  ...lists: [name: string, dates: [project: string, ms: number][]][]
): Promise<string[]> {
  const turned: string[] = [];
  await publishDue(depsOf(lists.map(([name, dates]) => kindOf(name, dates, turned))));
  return turned;
}

function depsOf(kinds: readonly ScheduledKind[]): DueDeps {
  return {
    system: {} as SystemDb, // the kinds here have no rows
    clock: { now: () => now },
    log: createLog('silent'),
    kinds,
    openProject: async () => ({}) as ProjectContext,
    openRelease: async () => Promise.reject(new Error('nothing here is in a release')),
  };
}

const many = (projects: number, each: number, ms: number) =>
  Array.from({ length: projects * each }, (_, n): [string, number] => [`p${n % projects}`, ms]);

describe('the work at dates', () => {
  it('leaves a share to each kind, however much is due of another in however many projects', async () => {
    const turned = await turnAll(['entry', many(40, 40, -1000)], ['article', [['mine', -1]]]);

    expect(turned).toHaveLength(1601);
    expect(turned.indexOf('article-0')).toBeLessThan(401);
  });

  it('leaves a share to each project, however much is due in another', async () => {
    const turned = await turnAll(['entry', [...many(1, 900, -1000), ['mine', -1]]]);

    expect(turned.indexOf('entry-900')).toBeLessThan(101);
  });

  it('applies the others of a batch alone when one item fails', async () => {
    const dates = many(1, 3, -1000);
    const turned: string[] = [];
    const kind = kindOf('entry', dates, turned);
    const damaged: ScheduledKind = {
      ...kind,
      applyDueChanges: async (call: never, ids: readonly string[]) => {
        if (ids.includes('entry-1')) throw new Error('a damaged row');
        return kind.applyDueChanges(call, ids);
      },
    };

    await publishDue(depsOf([damaged]));

    expect(turned).toEqual(['entry-0', 'entry-2']);
  });

  it('does what is due before it waits for dates that are about to come', async () => {
    const turned = await turnAll(['entry', many(12, 1, 300)], ['article', [['mine', -1]]]);

    expect(turned[0]).toBe('article-0');
    expect(turned).toHaveLength(13);
  });
});
