import type { CommandGroup } from '../command.ts';
import { examine, type Fixes } from '../examination.ts';

export const doctorCommand: CommandGroup = (program, run) => {
  program
    .command('doctor')
    .description('check Node, the settings, the database and the storage, and print what to do')
    .option('--fix-bucket', 'create the buckets and set their access rules')
    .option('--fix-indexes', 'create missing collections and indexes')
    .action(
      run.action<Fixes>(async ({ options }) => {
        const checks = await examine(run, options);
        const failed = checks.some(({ ok }) => !ok);
        const width = Math.max(...checks.map(({ name }) => name.length));
        const lines = checks.map(
          ({ name, ok, why, fix }) =>
            `${ok ? 'ok ' : 'BAD'}  ${name.padEnd(width)}  ${[why, fix].join(' ').trim()}`,
        );
        return {
          json: { ok: !failed, checks },
          text: [...lines, failed ? '\nSome checks failed.' : '\nAll is well.'].join('\n'),
          failed,
        };
      }),
    );
};
