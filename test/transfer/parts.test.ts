import { describe, expect, it } from 'vitest';
import { collections } from '../../src/collections.ts';
import { projectParts } from '../../src/project-parts.ts';

const { carried, stays } = projectParts;

describe('what a project consists of', () => {
  it('says of every collection whether exports carry it, and of no other', () => {
    const said = [...carried.map(({ collection }) => collection.name), ...Object.keys(stays)];

    expect(said.sort()).toEqual(collections.map(({ name }) => name).sort());
  });

  it('stores releases first, of which everything else of a release is a part', () => {
    expect(carried[0]?.name).toBe('releases');
    expect(carried.filter(({ collection }) => collection.scope === 'system')).toEqual([]);
    expect(new Set(carried.map(({ name }) => name)).size).toBe(carried.length);
  });
});
