import { userInfo } from 'node:os';
import type { Command } from 'commander';
import type { Assembly } from '../server/index.ts';
import type { Actor } from '../contract/events/actor.ts';
import type { Variables } from '../core/settings/index.ts';
import { commandVariables, type CommandVariables } from './support/variables.ts';
import { type Installation, openInstallation } from './support/installation.ts';

/** What a command has to say: one document for programs, some lines for people. */
export interface CommandOutcome {
  json: object;
  text: string;
  /** Set when the command did its work and what it found is bad. */
  failed?: boolean;
  /** Set when standard output was used already, by something that is no document. */
  isSpoken?: boolean;
}

/** What was typed after the command's name. */
export interface CommandInput<O> {
  options: O;
  args: readonly string[];
}

/** One run of the program: where it runs, and what it found in the end. */
export class CommandRun {
  outcome: CommandOutcome | null = null;
  /** What a refusal and any other fault end with; a command that says something by 1 has another. */
  faultExitCode = 1;
  /** The environment as it was handed to the program. */
  readonly environment: Variables;
  /** What the features bring. */
  readonly assembly: Assembly;
  /** Where it was typed. */
  readonly folder: string;
  #command = '';
  #installation: Installation | null = null;

  constructor(env: Variables, folder: string, assembly: Assembly) {
    this.environment = env;
    this.folder = folder;
    this.assembly = assembly;
  }

  variables(): Promise<CommandVariables> {
    return commandVariables(this.environment, this.folder);
  }

  /** The database; opened once, closed by `close`. */
  async installation(): Promise<Installation> {
    this.#installation ??= await openInstallation(
      (await this.variables()).values,
      this.assembly,
      commandActor(this.#command),
    );
    return this.#installation;
  }

  async close(): Promise<void> {
    await this.#installation?.system.close();
  }

  /** Makes a commander action of a command's work. `O` is what the command's options declare. */
  action<O>(work: (typed: CommandInput<O>) => Promise<CommandOutcome>): (this: Command) => Promise<void> {
    const keep = (outcome: CommandOutcome) => {
      this.outcome = outcome;
    };
    const begin = (command: Command) => {
      this.#command = wordsOf(command);
    };
    return async function () {
      begin(this);
      keep(await work({ options: this.opts<O & Record<string, unknown>>(), args: this.args }));
    };
  }
}

/** The words of a command without the program's own name: `key create`. */
function wordsOf(command: Command): string {
  const { parent } = command;
  return parent === null ? '' : `${wordsOf(parent)} ${command.name()}`.trim();
}

/** The command as an actor; its name is that of the operating system's user. */
function commandActor(command: string): Actor {
  return { kind: 'command', id: command, name: systemUser() };
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return ''; // a container may run under a number that has no name
  }
}

/** Adds a group of commands to the program. */
export type CommandGroup = (program: Command, run: CommandRun) => void;
