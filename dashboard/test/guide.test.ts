import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRepository } from '../../test/support/program.ts';
import { navigation } from '../src/app/shell/navigation.ts';

const guide = readFileSync(inRepository('docs/editors/dashboard.md'), 'utf8');
const keyboard = readFileSync(inRepository('docs/editors/keyboard.md'), 'utf8');

it.each(navigation)('docs/editors has the keys of $label, and its screen', ({ label, keys }) => {
  const letter = keys.replace('g ', '').toUpperCase();
  expect(keyboard).toMatch(new RegExp(`\\| \`${letter}\` +\\| ${label} `));
  expect(guide.toLowerCase()).toContain(label.toLowerCase());
});

it('docs/editors/keyboard.md has no other screens', () => {
  const table = keyboard.split('## Open a screen')[1] ?? '';
  const rows = table.matchAll(/\| `([A-Z])` +\| (?=[A-Z])/g);
  expect([...rows].map(([, letter]) => `g ${letter?.toLowerCase()}`).sort()).toEqual(
    navigation.map(({ keys }) => keys).sort(),
  );
});
