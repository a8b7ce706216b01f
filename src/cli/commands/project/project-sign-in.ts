import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  clearSessionRules,
  readPolicy,
  replacePolicy,
  ReplaceProjectSignIn,
} from '../../../accounts/index.ts';
import { writerOf } from '../../../projects/index.ts';
import { bodyChecker } from '../../../core/http/index.ts';
import type { CommandOutcome, CommandRun } from '../../command.ts';
import { commandError } from '../../support/command-error.ts';
import { actingIn, projectNamed } from '../../support/installation.ts';

interface SignInOptions {
  project: string;
  file?: string;
  clear?: true;
}

type Policy = Awaited<ReturnType<typeof readPolicy>>;

const checkPolicy = bodyChecker(ReplaceProjectSignIn);

/** Adds the command that replaces and shows the rules of a project for sign-ins. */
export function addSignInCommand(project: Command, run: CommandRun): void {
  project
    .command('sign-in')
    .description('set who can open a project after which sign-in; without options, show the rules')
    .requiredOption('--project <project>', "the project's id or name")
    .option('--file <file>', 'a JSON file that replaces all rules')
    .option('--clear', 'remove the rules for sessions if nobody can open the project; group roles stay')
    .action(
      run.action<SignInOptions>(async ({ options }) => {
        const { file, clear } = options;
        if (file !== undefined && clear === true)
          throw commandError('--file and --clear exclude each other.', { param: '--clear' });
        const newPolicy = file === undefined ? null : await readPolicyFile(file);
        const installation = await run.installation();
        const { _id: id, name } = await projectNamed(installation, options.project);
        const db = installation.system.project(id);
        const writer = writerOf(db, actingIn(installation));
        const bounds = installation.bounds.signIn;
        if (newPolicy !== null) return outcomeOf(name, await replacePolicy(writer, newPolicy, { bounds }));
        return outcomeOf(name, clear === true ? await clearSessionRules(writer) : await readPolicy({ db }));
      }),
    );
}

async function readPolicyFile(file: string): Promise<ReplaceProjectSignIn> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw commandError(`${file} can't be read: ${error.message}.`, { param: '--file' });
  });
  return checkPolicy(parseObject(text, file)) as ReplaceProjectSignIn;
}

function parseObject(text: string, file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Reported below, like JSON that is no object.
  }
  throw commandError(`${file} doesn't contain a JSON object.`, { param: '--file' });
}

function outcomeOf(name: string, policy: Policy): CommandOutcome {
  const { second_factor: secondFactor, methods, max_age_hours: hours, group_roles: roles } = policy;
  const lines = [
    `Sign-in rules of project "${name}":`,
    `- second factor: ${secondFactor}`,
    `- sign-in methods: ${methods === null ? 'all' : methods.join(', ')}`,
    `- new confirmation: ${hours === null ? 'never' : `after ${String(hours)} h`}`,
    `- group roles: ${roles.length === 0 ? 'none' : ''}`,
    ...roles.map(({ issuer, group, role }) => `  ${issuer} ${group}: ${role}`),
  ];
  return { json: { sign_in: policy }, text: lines.map((line) => line.trimEnd()).join('\n') };
}
