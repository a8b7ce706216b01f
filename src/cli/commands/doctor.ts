import type { CommandGroup } from '../command.ts';
import { examine, type Fixes } from '../examination.ts';

export const doctorCommand: CommandGroup = (program, run) => {
  program
    .command('doctor')
    .description('check Node, the settings, the database and the storage, and say what to do')
    .option('--fix-bucket', 'make the buckets and set who may read them and send to them')
    .option('--fix-indexes', 'make the collections and indexes that are missing')
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
          text: [...lines, failed ? '\nSomething is to be mended.' : '\nAll is well.'].join('\n'),
          failed,
        };
      }),
    );
};
