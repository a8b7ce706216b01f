import { describe, expect, it } from 'vitest';
import { holdToTests, isIn, readProofPage } from './support/proof-page.ts';

const page = readProofPage('security-proofs');
/** How many faults the inspection of a7f433f found: by attack, by reading the code, by tests of the specification. */
const counts = { C: 5, H: 7, M: 6, L: 12, A: 10, F: 14 };

describe('the page about faults of security', () => {
  holdToTests(page, isIn(['test/hostile']));

  it('has a row for each finding', () => {
    const known = new Set(page.proofs.map(({ what }) => what));
    const findings = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, i) => `${letter}${i + 1}`),
    );

    expect(findings.filter((nr) => !known.has(nr))).toEqual([]);
  });
});
