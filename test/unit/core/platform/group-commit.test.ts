import { describe, expect, it } from 'vitest';
import { groupCommit } from '../../../../src/core/util/async/group-commit.ts';

/** A store whose writes take a moment, and what it was asked to write. */
function slowStore() {
  const batches: { key: string; items: readonly number[] }[] = [];
  const commit = groupCommit<number, number>(async (key, items) => {
    batches.push({ key, items });
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (items.includes(13)) throw new Error('unlucky');
    return items.map((item) => item * 2);
  });
  return { batches, commit };
}

describe('a group commit', () => {
  it('writes what arrives together as one, and answers each its own', async () => {
    const { batches, commit } = slowStore();

    const answers = await Promise.all([1, 2, 3].map((item) => commit('a', item)));

    expect(answers).toEqual([2, 4, 6]);
    expect(batches).toEqual([{ key: 'a', items: [1, 2, 3] }]);
  });

  it('gathers arrivals for the next batch while one is being written', async () => {
    const { batches, commit } = slowStore();
    const first = commit('a', 1);
    await new Promise((resolve) => setTimeout(resolve, 1));
    const later = [commit('a', 2), commit('a', 3)];

    await Promise.all([first, ...later]);

    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  });

  it('does not let one key wait for another', async () => {
    const { batches, commit } = slowStore();

    await Promise.all([commit('a', 1), commit('b', 2)]);

    expect(batches).toEqual([
      { key: 'a', items: [1] },
      { key: 'b', items: [2] },
    ]);
  });

  it('fails the writers of a batch that fails, and no other', async () => {
    const { commit } = slowStore();
    const unlucky = Promise.allSettled([commit('a', 13), commit('a', 1)]);
    await new Promise((resolve) => setTimeout(resolve, 1));

    const next = await commit('a', 4);

    expect((await unlucky).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(next).toBe(8);
  });
});
