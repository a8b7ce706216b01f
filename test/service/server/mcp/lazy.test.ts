import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inRepository } from '../../../support/program.ts';

/** What a file loads as soon as it is loaded itself: its imports, types aside. */
function loadedBy(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const statements = text.matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)';/gms);
  return [...statements].map(([, from = '']) => from);
}

/** Every file and package that comes with a file. */
function allLoadedBy(file: string, seen = new Set<string>()): Set<string> {
  for (const from of loadedBy(file)) {
    const place = from.startsWith('.') ? join(dirname(file), from) : from;
    if (seen.has(place)) continue;
    seen.add(place);
    if (existsSync(place)) allLoadedBy(place, seen);
  }
  return seen;
}

const packages = (file: string) =>
  [...allLoadedBy(inRepository(file))].filter((one) => /^(galley-mcp|light-my-request)/.test(one));

describe('what speaks the protocol', () => {
  it('is not loaded with the service, which may never meet an agent', () => {
    const started = allLoadedBy(inRepository('src/server/start/serve.ts'));

    expect([...started].some((one) => one.endsWith('src/server/mcp.ts'))).toBe(true);
    expect(packages('src/server/start/serve.ts')).toEqual([]);
    expect(packages('src/cli/program.ts')).toEqual([]);
  });
});
