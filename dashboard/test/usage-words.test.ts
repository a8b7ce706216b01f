import { describe, expect, it } from 'vitest';
import { usedOfMax, usedShare } from '../src/features/usage/words.ts';

describe('a warning', () => {
  it.each([
    [28, 35, '80 % used'],
    [113, 100, '113 % used'],
    [1e15 - 1, 1e15, '99 % used'],
    [1e15, 1e15, '100 % used'],
  ])('of %d of %d shows %s', (used, max, text) => {
    expect(usedShare({ used, max })).toBe(text);
  });

  it('shows terabytes', () => {
    const warning = { limit: 'storage_bytes', used: 3.2e12, max: 4e12 } as const;
    expect(usedOfMax(warning)).toBe('3.2 TB of 4.0 TB');
  });
});
