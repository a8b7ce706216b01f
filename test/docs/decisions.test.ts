import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = 'docs/decisions';
const names = readdirSync(folder);
const pages = names.filter((name) => name !== 'README.md');
const index = readFileSync(`${folder}/README.md`, 'utf8');

/** `accepted`, alone or with a link to the page that replaced a part of it, or `replaced by` such a link. */
const statusLine =
  /^Status: (?:accepted|accepted; .*replaced by \[\d+\]\(([^)]+)\)|replaced by \[\d+\]\(([^)]+)\))\. Date: 2\d{3}-[01]\d-[0-3]\d\.$/;

describe('docs/decisions', () => {
  it.each(pages)('%s has its number, its status and its date', (name) => {
    const [title = '', empty, status = ''] = readFileSync(`${folder}/${name}`, 'utf8').split('\n');
    const [, number = ''] = /^(\d{4})-[a-z0-9-]+\.md$/.exec(name) ?? [];

    expect(title).toMatch(new RegExp(`^# ${Number(number)}\\. \\S`));
    expect(empty).toBe('');
    expect(status).toMatch(statusLine);
    const [, inPart, whole] = statusLine.exec(status) ?? [];
    const later = inPart ?? whole;
    if (later !== undefined) expect(pages).toContain(later);
  });

  it('gives each number once', () => {
    const numbers = pages.map((name) => name.slice(0, 4));
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it('lists every page in its index, and no other', () => {
    const listed = [...index.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name);
    expect([...new Set(listed)].sort()).toEqual([...pages].sort());
  });
});
