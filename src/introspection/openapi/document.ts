import type { TSchema } from '@sinclair/typebox';
import { previewRoot } from '../../contract/drafts.ts';
import { DefineBlock, DefineContentType, type TypeRecord, type TypesBySlug } from '../../content/index.ts';
import { isYieldDue, serviceVersion, yieldToEventLoop } from '../../core/util/index.ts';
import { documentedPath } from '../../core/http/index.ts';
import type { Surface } from '../../core/context/index.ts';
import { blockForms } from '../describe/block-shapes.ts';
import { type DescribedDefinitions, selectDefinitions } from '../describe/load-types.ts';
import { referencedForms } from '../describe/type-forms.ts';
import { componentsOf } from './components.ts';
import { ErrorResponses } from './error-responses.ts';
import { eventHooks, eventTag } from './events.ts';
import type { OpenApiDocument } from './form.ts';
import { Links } from './operations/links.ts';
import { OperationNames } from './operations/operation-names.ts';
import { operationOf, type OperationSource, type SharedParts } from './operations/operations.ts';
import { ParameterBook } from './operations/parameter-book.ts';
import { typeOperation } from './operations/type-operation.ts';
import { tagOf, tagsOf } from './tags.ts';
import { typeOperations } from './type-places.ts';
import { blockForm, definitionForm } from './definition-form.ts';
import { DocumentForms } from './wording.ts';

/** What a document describes: the whole service, or one project with its types. */
export interface DocumentScope {
  baseUrl: string;
  /** Null in the document that is served without a key. */
  project: string | null;
  types: TypesBySlug;
  /** Default: all types. */
  selected?: DescribedDefinitions;
  /** Names of query parameters that have no effect on these types. */
  omitted?: ReadonlySet<string>;
}

/** Creates the OpenAPI 3.1 document from the routes, schemas and error catalogue (specification: openapi). */
export async function openApiDocument(
  surface: Surface,
  { baseUrl, project, types, selected = selectDefinitions(types), omitted = new Set() }: DocumentScope,
): Promise<OpenApiDocument> {
  const sources = await findSources(surface, selected.types, types);
  const forms = new DocumentForms('#/components/schemas/');
  const fields = selected.types.flatMap((type) => type.fields);
  for (const form of referencedForms(fields, types)) forms.responses.add(form);
  for (const form of blockForms(fields, types, 'read')) forms.responses.add(form);
  for (const form of blockForms(fields, types, 'write')) forms.bodies.add(form);
  for (const { body, output } of sources) {
    if (body !== undefined) forms.bodies.add(body);
    if (output !== null) forms.responses.add(output);
    if (isYieldDue()) await yieldToEventLoop();
  }
  const webhooks = eventHooks(forms.responses);
  const { definitions } = forms;
  const parts = {
    forms,
    definitions,
    responses: new ErrorResponses(),
    parameters: new ParameterBook(),
    omitted,
  };
  const paths = await pathsOf(sources, parts);
  return {
    openapi: '3.1.0',
    info: infoOf(project),
    externalDocs: { url: `${baseUrl}/docs`, description: 'The guide, with an explanation of every error' },
    servers: [
      {
        url: '{base_url}',
        description: 'This installation',
        variables: { base_url: { default: baseUrl, description: 'The base URL of the service.' } },
      },
      {
        url: `{base_url}${previewRoot.slice(0, -'/v1'.length)}`, // paths contain /v1
        description: 'Drafts, for GET requests with a secret key that can read them',
        variables: { base_url: { default: baseUrl, description: 'The base URL of the service.' } },
      },
    ],
    security: [{ apiKey: [] }],
    tags: [...tagsOf(new Set(sources.map(({ tag }) => tag)), selected.types), eventTag],
    paths,
    webhooks,
    components: componentsOf({ ...parts, definitions: forms.definitions }, baseUrl),
  };
}

async function pathsOf(
  sources: readonly OperationSource[],
  sharedParts: SharedParts,
): Promise<OpenApiDocument['paths']> {
  const names = new OperationNames();
  const operationNames = new Map(
    sources.map((source) => [source, names.nameOf(source.route.method, source.path)]),
  );
  const links = new Links(operationNames);
  const paths: OpenApiDocument['paths'] = {};
  for (const [source, name] of operationNames) {
    const describe = source.filters === undefined ? operationOf : typeOperation;
    const operation = describe(source, { name, links: links.of(source) }, sharedParts);
    (paths[source.path] ??= {})[source.route.method.toLowerCase()] = operation;
    if (isYieldDue()) await yieldToEventLoop();
  }
  return paths;
}

const ambiguousPaths = ['/v1/content/:type/entries', '/v1/content/:type/lookup'];

/** Bodies for which the document contains a fuller schema than the one that validates them. */
const describedBodies = new Map<unknown, TSchema>([
  [DefineContentType, definitionForm],
  [DefineBlock, blockForm],
]);

/**
 * Returns the general endpoints, then those of each type. If there is a collection, two general endpoints are omitted:
 * OpenAPI cannot distinguish `{type}/entries` and `{type}/lookup` from `product/{entryId}`.
 */
async function findSources(
  surface: Surface,
  selected: readonly TypeRecord[],
  types: TypesBySlug,
): Promise<OperationSource[]> {
  const hasCollection = selected.some(({ kind }) => kind === 'collection');
  const general: OperationSource[] = surface.routes
    .filter(({ path }) => !(hasCollection && ambiguousPaths.includes(path)))
    .map((route) => {
      const { path, input, output } = route;
      const body = describedBodies.get(input.body) ?? input.body;
      return { route, path: documentedPath(path), tag: tagOf(path), body, output };
    });
  const sources = [...general];
  for (const type of selected) {
    sources.push(...typeOperations(surface, type, types));
    if (isYieldDue()) await yieldToEventLoop();
  }
  return sources;
}

function infoOf(project: string | null): OpenApiDocument['info'] {
  return {
    title: project === null ? 'Galley API' : `Content API of ${project}`,
    version: serviceVersion,
    summary: 'A headless content service',
    description:
      'Send an API key as `Authorization: Bearer <key>`. Lists return `{data, meta}`, single resources have no envelope, and all errors have one envelope with a stable `code`. `GET /v1/introspection` describes the rest: conventions, limits, rich text.',
    license: { name: 'MIT', identifier: 'MIT' },
  };
}
