import { keysOf, newToken, serializeKey } from '../../accounts/index.ts';
import { SealedBox } from '../../core/util/index.ts';
import { allProjects, cdnOf, type ProjectRecord } from '../../projects/index.ts';
import type { CommandRun } from '../command.ts';
import { bad, type Finding } from '../support/checks/finding.ts';
import { type Installation, projectNamed } from '../support/installation.ts';
import { commandError } from '../support/command-error.ts';
import { explainResponses } from './explain.ts';
import { requestThroughCache } from './responses.ts';

/**
 * Sends requests through a cache like visitors, with the publishable keys of a project in the database.
 * @throws invalid_parameter for an invalid URL or an unknown project
 */
export async function examineCdn(
  run: CommandRun,
  url: string,
  projectReference: string | undefined,
): Promise<Finding[]> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw commandError(`"${url}" is no address; write it as https://content.example.com`, { param: '--cdn' });
  const installation = await run.installation();
  const project = await projectOf(installation, projectReference);
  const { values } = await run.variables();
  const keys = await publishableKeys(installation, project, values['APP_SECRET']);
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
    const responses = await requestThroughCache({ url, profile, keys, wrongToken: newToken('publishable') });
    return explainResponses(profile, responses);
  } catch (error) {
    return [bad('cdn', error instanceof Error ? error.message : String(error))];
  }
}

async function projectOf(
  installation: Installation,
  projectReference: string | undefined,
): Promise<ProjectRecord> {
  if (projectReference !== undefined) return projectNamed(installation, projectReference);
  const [project, ...others] = await allProjects(installation.system);
  if (project !== undefined && others.length === 0) return project;
  throw commandError('Name the project whose responses the cache stores: --project P.', {
    param: '--project',
  });
}

/**
 * Valid publishable keys, those with origins first. Keys that another APP_SECRET encrypted are omitted, because they
 * can't be read.
 */
async function publishableKeys({ system }: Installation, { _id }: ProjectRecord, secret: string | undefined) {
  if (secret === undefined)
    throw commandError('APP_SECRET is missing. It must be the one that the service runs with.', {
      param: 'APP_SECRET',
    });
  const box = new SealedBox(secret);
  const records = await keysOf(system.project(_id));
  return records
    .filter(({ revoked_at }) => revoked_at === null)
    .map((record) => serializeKey(record, box, []))
    .flatMap(({ token, origins }) => (token === null ? [] : [{ token, origins }]))
    .sort((a, b) => b.origins.length - a.origins.length);
}
