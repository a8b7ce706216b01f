import { defineType, expectDone } from '../content.ts';
import { fillPath, sampleVariables, thingOf } from '../route-samples.ts';
import type { TestProject, TestService } from '../service.ts';
import { schemasOf } from './schemas.ts';

export interface DescribedProject {
  project: TestProject;
  document: any;
  /** The path of a route with its values. */
  pathOf: (path: string) => string;
}

/** A project with types of every strictness, and its OpenAPI document. */
export async function newDescribedProject(service: TestService): Promise<DescribedProject> {
  const project = await service.newProject();
  const things = await sampleVariables(project);
  await defineType(project, 'strict', [
    { key: 'title', type: 'string', options: { required: true } },
    { key: 'twins', type: 'reference_list', options: { required: true, content_type: 'strict' } },
    { key: 'made', type: 'date' },
    { key: 'size', type: 'select', options: { choices: ['small', 'large'] } },
  ]);
  const named = [{ key: 'title', type: 'string', options: { required: true, default: 'A' } }];
  await defineType(project, 'lenient', named);
  await defineType(project, 'one', named, { kind: 'singleton' });
  await defineType(project, 'told', [
    { key: 'text', type: 'richtext', options: { required: true } },
    { key: 'more', type: 'richtext' },
  ]);
  const document = expectDone(await project.secret.get('/v1/openapi.json'));
  return { project, document, pathOf: (path) => fillPath(path, things[thingOf(path) ?? ''] ?? {}) };
}

/** Whether the document takes the body. */
export function takes(
  { document }: DescribedProject,
  [method, path, body]: readonly [string, string, unknown],
): boolean {
  const steps = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
  return schemasOf(document)(...steps)(body);
}
