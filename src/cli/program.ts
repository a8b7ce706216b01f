import { Command, CommanderError } from 'commander';
import { assemble, features as allFeatures } from '../server/index.ts';
import { baseUrlOf, type Variables } from '../core/settings/index.ts';
import { newId } from '../contract/ids.ts';
import type { Feature } from '../core/context/index.ts';
import { serviceVersion, systemClock } from '../core/util/index.ts';
import { errorEnvelope } from '../core/http/index.ts';
import { type CommandGroup, CommandRun } from './command.ts';
import { backupCommands } from './commands/backup.ts';
import { doctorCommand } from './commands/doctor.ts';
import { seedCommand } from './commands/content/seed.ts';
import { keyCommands } from './commands/key.ts';
import { migrateCommand } from './commands/migrate.ts';
import { mcpCommand } from './commands/mcp.ts';
import { mediaCommands } from './commands/content/media.ts';
import { newCommands } from './commands/new.ts';
import { previewCommands } from './commands/project/preview.ts';
import { localeCommands } from './commands/project/locale.ts';
import { releaseCommands } from './commands/project/release.ts';
import { projectCommands } from './commands/project/project.ts';
import { auditCommands } from './commands/audit.ts';
import { purgeCommands } from './commands/purge.ts';
import { schemaCommands } from './commands/content/schema.ts';
import { convertCommands } from './commands/content/convert.ts';
import { loadCommand } from './commands/content/load.ts';
import { transferCommands } from './commands/content/transfer.ts';
import { translationCommands } from './commands/content/translations.ts';
import { trashCommands } from './commands/content/trash.ts';
import { typesCommand } from './commands/content/types.ts';
import { secretCommands } from './commands/secret.ts';
import { ssoCommands } from './commands/sso.ts';
import { usageCommands } from './commands/usage.ts';
import { userCommands } from './commands/user/user.ts';
import { webhookCommands } from './commands/webhook/webhook.ts';
import { toCommandError } from './support/command-error.ts';
import { usageError } from './usage.ts';

/** Every command; help lists them in this order. */
const groups: readonly CommandGroup[] = [
  projectCommands,
  localeCommands,
  translationCommands,
  keyCommands,
  previewCommands,
  releaseCommands,
  webhookCommands,
  purgeCommands,
  auditCommands,
  usageCommands,
  userCommands,
  ssoCommands,
  secretCommands,
  mediaCommands,
  schemaCommands,
  typesCommand,
  seedCommand,
  newCommands,
  trashCommands,
  transferCommands,
  backupCommands,
  convertCommands,
  loadCommand,
  migrateCommand,
  doctorCommand,
  mcpCommand,
];

/** The output and the exit code of a command. */
export interface CommandResult {
  out: string;
  err: string;
  exitCode: number;
}

/**
 * Runs one command line. With `--json` standard output contains exactly one JSON document, also for errors. Without it
 * an error is a sentence on standard error (specification: commands).
 */
export async function runCommand(
  argv: readonly string[],
  env: Variables,
  folder: string,
  features: readonly Feature[] = allFeatures,
): Promise<CommandResult> {
  const run = new CommandRun(env, folder, assemble(features));
  const help: string[] = [];
  const program = programOf(run, help);
  const asJson = argv.includes('--json');
  try {
    await program.parseAsync(argv[0] === '-v' ? ['--version'] : [...argv], { from: 'user' });
    const { json, text, failed = false, isSpoken = false, exitCode } = run.outcome ?? { json: {}, text: '' };
    if (isSpoken) return { out: '', err: '', exitCode: 0 };
    return {
      out: `${asJson ? JSON.stringify(json) : text}\n`,
      err: '',
      exitCode: exitCode ?? (failed ? 1 : 0),
    };
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) {
      return { out: help.join(''), err: '', exitCode: 0 };
    }
    if (thrown instanceof CommanderError && thrown.code === 'commander.help' && !asJson) {
      return { out: '', err: help.join(''), exitCode: 1 };
    }
    const error =
      thrown instanceof CommanderError ? usageError(thrown, program, argv) : toCommandError(thrown);
    const exitCode = run.errorExitCode;
    if (!asJson) return { out: '', err: `galley: ${error.message}\n`, exitCode };
    const context = { requestId: newId('request', systemClock().now()), baseUrl: baseUrlFrom(env) };
    return { out: `${JSON.stringify(errorEnvelope(error, context))}\n`, err: '', exitCode };
  } finally {
    await run.close();
  }
}

/** Every command with its options; `help` receives what commander prints. */
export function programOf(run: CommandRun, help: string[]): Command {
  const program = new Command('galley')
    .description('Galley, a headless content service: its command line')
    .version(serviceVersion, '-V, --version', 'print the version of this command line; so does -v')
    .option('--json', 'print exactly one JSON document, also for errors')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => help.push(text), writeErr: (text) => help.push(text) })
    .exitOverride();
  for (const addGroup of groups) addGroup(program, run);
  return program;
}

/** The base URL of error pages, also if the environment is invalid. */
function baseUrlFrom({ BASE_URL, PORT }: Variables): string {
  const baseUrl = BASE_URL !== undefined && URL.canParse(BASE_URL) ? { BASE_URL } : {};
  return baseUrlOf({ ...baseUrl, PORT: Number(PORT ?? '') || 3000 });
}
