import { setUpDatabase } from '../../core/mongo/index.ts';
import type { CommandGroup } from '../command.ts';
import { planText, withDatabase } from '../support/checks/upgrade.ts';

export const migrateCommand: CommandGroup = (program, run) => {
  program
    .command('migrate')
    .description('create missing collections and indexes and migrate stored data, as the first start does')
    .option('--check', 'only print what would change; exit code 1 if something would')
    .action(
      run.action<{ check?: true }>(async ({ options: { check = false } }) => {
        if (check) run.errorExitCode = 2;
        const plan = await withDatabase(run, async (system, current) => {
          // The plan contains the warning about a newer version.
          if (!check) await setUpDatabase(system, run.assembly.declared, () => undefined);
          return current;
        });
        const { newerBuild: warning, isPending, ...changes } = plan;
        const text = planText(plan) + (!check && isPending ? '\nDone.' : '');
        return { json: { checked: check, ...changes, warning }, text, failed: check && isPending };
      }),
    );
};
