import { keysOf, newToken, serializeKey } from '../../accounts/index.ts';
import { SealedBox } from '../../core/util/index.ts';
import { allProjects, cdnOf, type ProjectRecord } from '../../projects/index.ts';
import type { CommandRun } from '../command.ts';
import { bad, type Finding } from '../support/checks/finding.ts';
import { type Installation, projectNamed } from '../support/installation.ts';
import { refusal } from '../support/refusal.ts';
import { judge } from './judge.ts';
import { seeThroughCache } from './seen.ts';

/**
 * Asks a cache as visitors would, with publishable keys of a project as the database has them.
 * @throws invalid_parameter for what is no address, or no project
 */
export async function examineCdn(
  run: CommandRun,
  url: string,
  named: string | undefined,
): Promise<Finding[]> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw refusal(`"${url}" is no address; write it as https://content.example.com`, { param: '--cdn' });
  const installation = await run.installation();
  const project = await projectOf(installation, named);
  const { values } = await run.variables();
  const keys = await keysToAskWith(installation, project, values['APP_SECRET']);
  if (keys.length === 0)
    return [
      bad(
        'cdn',
        'The project has no publishable key.',
        `galley key create --project ${project._id} --purpose publishable`,
      ),
    ];
  const { profile } = cdnOf(project);
  try {
    const seen = await seeThroughCache({ url, profile, keys, wrongToken: newToken('publishable') });
    return judge(profile, seen);
  } catch (fault) {
    return [bad('cdn', fault instanceof Error ? fault.message : String(fault))];
  }
}

async function projectOf(installation: Installation, named: string | undefined): Promise<ProjectRecord> {
  if (named !== undefined) return projectNamed(installation, named);
  const [project, ...others] = await allProjects(installation.system);
  if (project !== undefined && others.length === 0) return project;
  throw refusal('Say with --project whose answers the cache stores.', { param: '--project' });
}

/**
 * Publishable keys that work, those that list origins first. Of another APP_SECRET there are none: those cannot be
 * read.
 */
async function keysToAskWith({ system }: Installation, { _id }: ProjectRecord, secret: string | undefined) {
  if (secret === undefined)
    throw refusal('APP_SECRET is missing. It must be the one that the service runs with.', {
      param: 'APP_SECRET',
    });
  const box = new SealedBox(secret);
  const records = await keysOf(system.project(_id));
  return records
    .filter(({ revoked_at }) => revoked_at === null)
    .map((record) => serializeKey(record, box))
    .flatMap(({ token, origins }) => (token === null ? [] : [{ token, origins }]))
    .sort((a, b) => b.origins.length - a.origins.length);
}
