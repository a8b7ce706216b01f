import { readFile } from 'node:fs/promises';
import { inRepository } from '../../support/program.ts';

/** What the README has a reader type for a site: in the checkout, then in the folder of the site. */
export interface ReadmeCommands {
  readonly make: string;
  readonly build: string;
  readonly start: string;
}

/** The three commands of the README, for this starter, folder and project. Throws unless there are three. */
export async function readmeCommands(of: {
  starter: string;
  folder: string;
  project: string;
}): Promise<ReadmeCommands> {
  const readme = await readFile(inRepository('README.md'), 'utf8');
  const [, block = ''] = /^## A site in three commands$.*?^```sh$(.*?)^```$/ms.exec(readme) ?? [];
  const [make, build, start, ...more] = block
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''))
    .map((line) => line.replace('--starter astro', `--starter ${of.starter}`))
    .map((line) => line.replace('my-site', of.folder).replace('--project Demo', `--project ${of.project}`));
  if (make === undefined || build === undefined || start === undefined || more.length > 0)
    throw new Error(`The README makes a site in other than three commands:\n${block}`);
  return { make, build, start };
}
