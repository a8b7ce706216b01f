import type { CommandGroup } from '../command.ts';
import { examineCdn } from '../cdn-check/check-cdn.ts';
import { examine, type Fixes } from '../support/checks/examination.ts';

interface DoctorOptions extends Fixes {
  cdn?: string;
  project?: string;
}

export const doctorCommand: CommandGroup = (program, run) => {
  program
    .command('doctor')
    .description(
      'check Node, the settings, the database, the storage and the image service, and print what to do',
    )
    .option('--fix-bucket', 'create the buckets and set their access rules')
    .option('--fix-indexes', 'create missing collections and indexes')
    .option('--fix-rows', 'derive the rows of items in several locales again')
    .option('--before-upgrade', 'also print what the first start of this version will change')
    .option('--cdn <url>', 'check a cache at this URL instead')
    .option('--project <project>', 'the project whose responses the cache stores: ID or name')
    .action(
      run.action<DoctorOptions>(async ({ options }) => {
        const { cdn, project } = options;
        const checks = cdn === undefined ? await examine(run, options) : await examineCdn(run, cdn, project);
        const hasFailed = checks.some(({ ok }) => !ok);
        const width = Math.max(...checks.map(({ name }) => name.length));
        const lines = checks.map(
          ({ name, ok, why, fix }) =>
            `${ok ? 'ok ' : 'BAD'}  ${name.padEnd(width)}  ${[why, fix].join(' ').trim()}`,
        );
        return {
          json: { ok: !hasFailed, checks },
          text: [...lines, hasFailed ? '\nSome checks failed.' : '\nAll is well.'].join('\n'),
          failed: hasFailed,
        };
      }),
    );
};
