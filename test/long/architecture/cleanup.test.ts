import { beforeAll, describe, expect, it } from 'vitest';
import { cleanup } from '../../support/cleanup.ts';

const done: string[] = [];

describe('cleanup', () => {
  cleanup(() => void done.push('block'));
  beforeAll(() => cleanup(() => void done.push('hook')));

  it('called in a test runs at its end, the last one first', () => {
    cleanup(() => void done.push('first'));
    cleanup(async () => void done.push('second'));

    expect(done).toEqual([]);
  });

  it('called in a block or a hook has not run while tests of the block do', () => {
    expect(done).toEqual(['second', 'first']);
  });
});

describe('after a block', () => {
  it('what it asked for is done, and what its hook asked for waits for the end of the file', () => {
    expect(done).toEqual(['second', 'first', 'block']);
  });
});

describe('tests beside each other', () => {
  it.concurrent.each([1, 2])('clean up at the end of the file: %i', async (n) => {
    await Promise.resolve();
    cleanup(() => void done.push(`beside ${n}`));
  });

  it('which comes after them', () => {
    expect(done.filter((name) => name.startsWith('beside'))).toEqual([]);
  });
});
