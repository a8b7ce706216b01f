import type { Command, CommanderError } from 'commander';
import { ApiError } from '../contract/errors/api-error.ts';
import { didYouMean } from '../contract/errors/suggest.ts';
import { commandError } from './support/command-error.ts';

/** Converts an error of the argument parser to one that names the nearest command or option. */
export function usageError(
  { code, message }: CommanderError,
  program: Command,
  argv: readonly string[],
): ApiError {
  const { command, rest } = findCommand(program, argv);
  const isRequired = code === 'commander.missingMandatoryOptionValue';
  // A misspelled required option is missing under its right name.
  const unknown = isRequired || code === 'commander.unknownOption' ? unknownOption(command, argv) : undefined;
  if (unknown !== undefined)
    return withCode(isRequired ? 'invalid_parameter' : 'unknown_parameter', optionMessage(unknown, command));
  if (code === 'commander.help') return commandError('Name a command. `galley --help` lists them.');
  if (code === 'commander.unknownCommand')
    return withCode('unknown_parameter', commandMessage(command, rest[0] ?? ''));
  if (code === 'commander.excessArguments')
    return withCode('invalid_parameter', { message: extraMessage(command) });
  const text = message
    .replace(/^error: /, '')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '');
  return commandError(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
}

interface Advice {
  message: string;
  suggestion?: string | undefined;
}

function withCode(
  code: 'invalid_parameter' | 'unknown_parameter',
  { message, suggestion }: Advice,
): ApiError {
  return new ApiError(code, message, suggestion === undefined ? {} : { did_you_mean: suggestion });
}

/** The deepest command in the arguments, and the arguments after it. */
function findCommand(program: Command, argv: readonly string[]): { command: Command; rest: string[] } {
  const rest = argv.filter((word) => !word.startsWith('-'));
  let command = program;
  for (;;) {
    const next = command.commands.find(
      (one) => one.name() === rest[0] || one.aliases().includes(rest[0] ?? ''),
    );
    if (next === undefined) return { command, rest };
    command = next;
    rest.shift();
  }
}

function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

/** All long and short options of a command and of its parents. */
function optionsOf(command: Command): string[] {
  const ownOptions = command.options.flatMap(({ long, short }) =>
    [long, short].filter((flag) => flag != null),
  );
  return [...ownOptions, ...(command.parent === null ? ['--help', '-h'] : optionsOf(command.parent))];
}

function unknownOption(command: Command, argv: readonly string[]): string | undefined {
  const optionNames = optionsOf(command);
  const flags = argv.map((word) => word.replace(/=.*$/s, ''));
  return flags.find((flag) => /^-{1,2}[A-Za-z]/.test(flag) && !optionNames.includes(flag));
}

function optionMessage(flag: string, command: Command): Advice {
  const suggestion = didYouMean(
    flag,
    optionsOf(command).filter((one) => one.startsWith('--')),
  );
  const next =
    suggestion === undefined
      ? `Run ${fullName(command)} --help for its options.`
      : `Did you mean ${suggestion}?`;
  return { message: `Unknown option ${flag}. ${next}`, suggestion };
}

function commandMessage(group: Command, name: string): Advice {
  const path = group.parent === null ? '' : `${fullName(group).replace(/^\S+ /, '')} `;
  const nearest = didYouMean(
    name,
    group.commands.map((one) => one.name()),
  );
  const suggestion = nearest === undefined ? undefined : `${path}${nearest}`;
  const question = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  return {
    message: `Unknown command "${path}${name}".${question} Run ${fullName(group)} --help for all commands.`,
    suggestion,
  };
}

function extraMessage(command: Command): string {
  const argumentsMax = command.registeredArguments.length;
  const takes =
    argumentsMax === 0 ? 'no arguments' : `${argumentsMax} argument${argumentsMax === 1 ? '' : 's'}`;
  return `Unexpected argument "${command.args[argumentsMax] ?? ''}". ${fullName(command)} takes ${takes}.`;
}
