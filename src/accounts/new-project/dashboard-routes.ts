import { dashboardRoute } from '../../core/http/index.ts';
import { CreatedProject, CreateProject } from './schema.ts';
import { admitCreation, createOwnProject } from './service.ts';

/** The body contains only a name and the id of the request. */
const maxBodyBytes = 4 * 1024;

export const projectCreationRoutes = [
  dashboardRoute({
    scope: 'account',
    who: 'person',
    method: 'POST',
    path: '/projects',
    audits: ['project.created', 'member.added', 'key.created'],
    summary: 'Creates a project with its first keys; the person becomes its owner.',
    status: 201,
    bodyBytesMax: maxBodyBytes,
    beforeBody: admitCreation,
    errors: [
      'project_creation_refused',
      'limit_reached',
      'invalid_field_value',
      'not_signed_in',
      'unknown_project',
    ],
    input: { body: CreateProject },
    output: CreatedProject,
    run: (context, { body }) => createOwnProject(context, body),
  }),
];
