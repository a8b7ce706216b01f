import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRepository } from '../../test/support/program.ts';
import { navigation } from '../src/app/shell/navigation.ts';

const guide = readFileSync(inRepository('docs/editors/dashboard.md'), 'utf8');

it.each(navigation)('docs/editors/dashboard.md has the keys of $label, and its screen', ({ label, keys }) => {
  const letter = keys.replace('g ', '').toUpperCase();
  expect(guide).toMatch(new RegExp(`\\| \`${letter}\` +\\| ${label} `));
  expect(guide.split('## The keyboard')[0]?.toLowerCase()).toContain(label.toLowerCase());
});

it('docs/editors/dashboard.md has no other screens', () => {
  const rows = guide.matchAll(/\| `([A-Z])` +\| (?=[A-Z])/g);
  expect([...rows].map(([, letter]) => `g ${letter?.toLowerCase()}`).sort()).toEqual(
    navigation.map(({ keys }) => keys).sort(),
  );
});
