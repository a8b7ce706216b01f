import { readFile } from 'node:fs/promises';
import type { TSchema } from '@sinclair/typebox';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../../src/cli/program.ts';
import { environment } from '../../../../src/core/settings/config.ts';
import { inRepository } from '../../../support/program.ts';

const settings = await readFile(inRepository('docs/run/settings.md'), 'utf8');
const commands = await readFile(inRepository('docs/run/cli.md'), 'utf8');

/** First and second cell of the rows of a page. */
function rowsOf(page: string): string[][] {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
      .slice(1, 3),
  );
}

describe('the pages of settings and commands', () => {
  it('list every variable with its default', () => {
    const listed = new Map(
      rowsOf(settings).map(([name = '', fallback = '']) => [name.replaceAll('`', ''), fallback]),
    );

    expect([...listed.keys()].sort()).toEqual(Object.keys(environment.properties).sort());
    for (const [name, schema] of Object.entries<TSchema>(environment.properties)) {
      const fallback: unknown = schema.default;
      if (typeof fallback === 'number' || (typeof fallback === 'string' && fallback !== '')) {
        expect(listed.get(name), name).toBe(`\`${fallback}\``);
      }
    }
  });

  it('list every command', async () => {
    const listed = rowsOf(commands).map(([cell = '']) => /^`([a-z]+(?: [a-z][a-z-]*)?)/.exec(cell)?.[1]);
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
