import { Type } from '@sinclair/typebox';
import { admitCreation } from '../../accounts/index.ts';
import { dashboardRoute } from '../../core/http/index.ts';
import { CopiedProject, StartCopy, StartFromTemplate, TemplateList } from './schema.ts';
import { listTemplates, readCopy, readTemplateCopy, startCopy, startFromTemplate } from './service.ts';

/** The body contains only a name. */
const maxBodyBytes = 4 * 1024;

const CopyPath = Type.Object({ copyId: Type.String() });
const TemplatePath = Type.Object({ templateId: Type.String() });
const TemplateCopyPath = Type.Composite([TemplatePath, CopyPath]);

const startErrors = [
  'project_creation_refused',
  'limit_reached',
  'invalid_field_value',
  'copy_running',
] as const;
const startAudits = { none: 'starts work; the complete copy is in both logs' };
const owner = { scope: 'project', needs: 'manage', area: 'project' } as const;
const person = { scope: 'account', who: 'person' } as const;

export const copyRoutes = [
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/copies',
    audits: startAudits,
    summary: 'Copies the project with its files in the background; the member becomes the owner of the copy.',
    status: 201,
    errors: startErrors,
    input: { body: StartCopy },
    output: CopiedProject,
    run: (context, { body }) => startCopy(context, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/copies/:copyId',
    summary: 'Reads a copy with its progress.',
    errors: ['unknown_copy'],
    input: { path: CopyPath },
    output: CopiedProject,
    run: (context, { path }) => readCopy(context, path.copyId),
  }),
  dashboardRoute({
    ...person,
    method: 'GET',
    path: '/templates',
    summary: 'Lists the projects that a new project can start with.',
    errors: ['not_signed_in'],
    input: {},
    output: TemplateList,
    run: (context) => listTemplates(context),
  }),
  dashboardRoute({
    ...person,
    method: 'POST',
    path: '/templates/:templateId/copies',
    audits: startAudits,
    summary: 'Creates a project from a template in the background; the person becomes its owner.',
    status: 201,
    bodyBytesMax: maxBodyBytes,
    beforeBody: admitCreation,
    errors: [...startErrors, 'unknown_template', 'not_signed_in'],
    input: { path: TemplatePath, body: StartFromTemplate },
    output: CopiedProject,
    run: (context, { path, body }) => startFromTemplate(context, path.templateId, body),
  }),
  dashboardRoute({
    ...person,
    method: 'GET',
    path: '/templates/:templateId/copies/:copyId',
    summary: 'Reads a project that the person creates from a template, with its progress.',
    errors: ['unknown_copy', 'not_signed_in'],
    input: { path: TemplateCopyPath },
    output: CopiedProject,
    run: (context, { path }) => readTemplateCopy(context, path),
  }),
];
