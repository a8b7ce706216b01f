import { readFile } from 'node:fs/promises';
import type { TSchema } from '@sinclair/typebox';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../../src/cli/program.ts';
import { environment } from '../../../../src/core/settings/config.ts';
import { inRepository } from '../../../support/program.ts';

const readme = await readFile(inRepository('README.md'), 'utf8');

/** First and second cell of the rows of the table below a heading. */
function rowsBelow(heading: string): string[][] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
      .slice(1, 3),
  );
}

describe('the README', () => {
  it('lists every variable with its default', () => {
    const listed = new Map(
      rowsBelow('Settings').map(([name = '', fallback = '']) => [name.replaceAll('`', ''), fallback]),
    );

    expect([...listed.keys()].sort()).toEqual(Object.keys(environment.properties).sort());
    for (const [name, schema] of Object.entries<TSchema>(environment.properties)) {
      const fallback: unknown = schema.default;
      if (typeof fallback === 'number' || (typeof fallback === 'string' && fallback !== '')) {
        expect(listed.get(name), name).toBe(`\`${fallback}\``);
      }
    }
  });

  it('lists every command', async () => {
    const listed = rowsBelow('The command line').map(
      ([cell = '']) => /^`([a-z]+(?: [a-z][a-z-]*)?)/.exec(cell)?.[1],
    );
    const known: string[] = [];
    for (const group of await commandsBelow([])) {
      const verbs = await commandsBelow([group]);
      known.push(...(verbs.length === 0 ? [group] : verbs.map((verb) => `${group} ${verb}`)));
    }

    expect(listed).toEqual(known);
  });
});

async function commandsBelow(command: readonly string[]): Promise<string[]> {
  const { out } = await runCommand([...command, '--help'], {}, tmpdir());
  const [, list = ''] = out.split('\nCommands:\n');
  return [...list.matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}
