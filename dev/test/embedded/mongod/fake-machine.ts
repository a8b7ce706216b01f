import type { Machine } from '../../../embedded/mongod/machine.ts';

export interface FakeMachine extends Machine {
  /** The commands that were run, one string each. */
  commands: string[];
}

export interface FakeMachineParts extends Partial<Machine> {
  /** Programs on the PATH, with their paths. */
  programs?: Record<string, string>;
  /** The output of commands by their prefix. Any other command fails. */
  answers?: Record<string, string>;
}

/** A Linux machine with the root user, an empty PATH and no network, except for the given parts. */
export function fakeMachine({ programs = {}, answers = {}, ...parts }: FakeMachineParts = {}): FakeMachine {
  const commands: string[] = [];
  return {
    env: {},
    platform: 'linux',
    arch: 'x64',
    uid: 0,
    home: '/dev/null/home',
    tmp: '/dev/null/tmp',
    which: async (program) => programs[program] ?? null,
    run: async (program, args) => {
      const line = [program, ...args].join(' ');
      commands.push(line);
      const known = Object.keys(answers).find((start) => line.startsWith(start));
      if (known === undefined) throw new Error(`${program} did not start`);
      return answers[known] ?? '';
    },
    unreachable: async () => 'getaddrinfo ENOTFOUND',
    ...parts,
    commands,
  };
}
