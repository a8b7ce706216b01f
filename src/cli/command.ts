import { userInfo } from 'node:os';
import type { Command } from 'commander';
import type { Assembly } from '../server/index.ts';
import type { Actor } from '../contract/events/actor.ts';
import type { Variables } from '../core/settings/index.ts';
import { commandVariables, type CommandVariables } from './support/variables.ts';
import { type Installation, openInstallation } from './support/installation.ts';

/** The output of a command: one document for programs, some lines for people. */
export interface CommandOutcome {
  json: object;
  text: string;
  /** Set if the command ran and its result is bad. */
  failed?: boolean;
  /** The exit code of a command that ran, if it is not 0 or, for a bad result, 1. */
  exitCode?: number;
  /** Set if standard output was used for something else than a document. */
  isSpoken?: boolean;
}

/** The options and arguments of a command. */
export interface CommandInput<O> {
  options: O;
  args: readonly string[];
}

/** One run of the program: its environment and its outcome. */
export class CommandRun {
  outcome: CommandOutcome | null = null;
  /** The exit code of errors. A command for which 1 has a meaning uses another code. */
  errorExitCode = 1;
  /** The environment of the program. */
  readonly environment: Variables;
  /** Everything that the features declare. */
  readonly assembly: Assembly;
  /** The working directory. */
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

  /** The database, opened with the first call and closed by `close`. */
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

  /** Creates a commander action from a command's work. `O` is the type of the command's options. */
  action<O>(work: (typed: CommandInput<O>) => Promise<CommandOutcome>): (this: Command) => Promise<void> {
    const storeOutcome = (outcome: CommandOutcome) => {
      this.outcome = outcome;
    };
    const setCommand = (command: Command) => {
      this.#command = commandName(command);
    };
    return async function () {
      setCommand(this);
      storeOutcome(await work({ options: this.opts<O & Record<string, unknown>>(), args: this.args }));
    };
  }
}

/** The name of a command without the program's own name: `key create`. */
function commandName(command: Command): string {
  const { parent } = command;
  return parent === null ? '' : `${commandName(parent)} ${command.name()}`.trim();
}

/** The command as an actor, with the name of the operating system's user. */
function commandActor(command: string): Actor {
  return { kind: 'command', id: command, name: systemUser() };
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return ''; // a container may run with a user id that has no name
  }
}

/** Adds a group of commands to the program. */
export type CommandGroup = (program: Command, run: CommandRun) => void;
