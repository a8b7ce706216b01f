import { readdirSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { CommandRun } from '../../../src/cli/command.ts';
import { programOf } from '../../../src/cli/program.ts';
import { assemble, features } from '../../../src/server/index.ts';
import { galleyCommands, guideBlocks, guideGroups } from '../../support/guide.ts';
import { inRepository } from '../../support/program.ts';

const pages = guideGroups.flatMap((group) =>
  readdirSync(inRepository(`docs/${group}`))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${group}/${name}`),
);
const program = programOf(new CommandRun({}, '', assemble(features)), []);

/** What a command of a page names that the command line doesn't have, and what it lacks. */
function mistakesIn(line: string): string[] {
  const quoted = line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g);
  const words = [...quoted].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  const command = words.reduce<Command>(
    (parent, word) => parent.commands.find((one) => one.name() === word) ?? parent,
    program,
  );
  if (command.commands.length > 0) return [`${line}: no command`];
  const flags = words.filter((word) => word.startsWith('--'));
  const options = [...command.options, ...program.options];
  const unknown = flags.filter((flag) => !options.some(({ long }) => long === flag));
  const missing = command.options.filter(({ mandatory, long }) => mandatory && !flags.includes(long ?? ''));
  return [...unknown, ...missing.map(({ long }) => long)].map((flag) => `${line}: ${flag}`);
}

describe('commands of galley on the pages', () => {
  it.each(pages)('%s has commands and options that the command line has', (page) => {
    const commands = guideBlocks(page, 'sh').flatMap((block) => galleyCommands(block) ?? []);

    expect(commands.flatMap(mistakesIn)).toEqual([]);
  });
});
