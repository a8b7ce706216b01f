import { readFile } from 'node:fs/promises';
import { inRepository } from '../../support/program.ts';

/** The commands of the README that create a site: the first in the checkout, the others in the folder of the site. */
export interface ReadmeCommands {
  readonly make: string;
  readonly build: string;
  readonly start: string;
}

/** The commands of the README, for this starter, folder and project. Throws unless they are as expected. */
export async function readmeCommands(of: {
  starter: string;
  folder: string;
  project: string;
}): Promise<ReadmeCommands> {
  const readme = await readFile(inRepository('README.md'), 'utf8');
  const [, block = ''] = /^## A site in two minutes$.*?^```sh$(.*?)^```$/ms.exec(readme) ?? [];
  const [make, enter, build, start, ...more] = block
    .trim()
    .split('\n')
    .map((line) => line.replace('--starter astro', `--starter ${of.starter}`))
    .map((line) =>
      line.replace('../my-site', of.folder).replace('--project Demo', `--project ${of.project}`),
    );
  if (make === undefined || build === undefined || start === undefined || more.length > 0)
    throw new Error(`The README creates a site in other than four commands:\n${block}`);
  return { make, build: `${enter} && ${build}`, start };
}
