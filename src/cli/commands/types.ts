import { writeFile } from 'node:fs/promises';
import { describeAsTypes } from '../../introspection/service.ts';
import type { CommandGroup } from '../command.ts';
import { projectNamed } from '../installation.ts';
import { refusal } from '../refusal.ts';

interface TypesOptions {
  project: string;
  out: string;
  release?: string;
}

export const typesCommand: CommandGroup = (program, run) => {
  program
    .command('types')
    .description("write TypeScript types of a project's content types")
    .requiredOption('--project <project>', "the project's id or name")
    .requiredOption('--out <file>', 'a TypeScript file; one that is there is replaced')
    .option('--release <id>', 'a release in place of the default one')
    .action(
      run.action<TypesOptions>(async ({ options }) => {
        const installation = await run.installation();
        const { _id: id } = await projectNamed(installation, options.project);
        const call = await installation.calls().release(id, options.release);
        await writeFile(options.out, await describeAsTypes(call)).catch((fault: Error) => {
          throw refusal(`${options.out} cannot be written: ${fault.message}.`, { param: '--out' });
        });
        return {
          json: { file: options.out, project: id, release: call.release.id },
          text: `Wrote the types of release "${call.release.name}" to ${options.out}.`,
        };
      }),
    );
};
