import { errorsOf } from '../../../core/http/index.ts';
import { type TSchema, Type } from '@sinclair/typebox';
import type { Content, Link, Operation, OrReference, Parameter, Response } from '../form.ts';
import type { OperationSource, SharedParts } from './operations.ts';
import { parametersOf } from './parameters.ts';

/**
 * An operation of one content type, with its forms, its parameters in path and query, and one response for all errors.
 * Headers and errors by status are described by the general operation, because a project can have 200 types.
 */
export function typeOperation(
  source: OperationSource,
  { name, links }: { name: string; links: Record<string, Link> },
  sharedParts: SharedParts,
): Operation {
  const { route, body, output, tag } = source;
  const { forms, responses } = sharedParts;
  const success: Response = {
    description: route.status === 201 ? 'Created.' : 'OK.',
    ...(output === null ? {} : { content: json(forms.responses.add(output)) }),
    ...linksTo(links),
  };
  return {
    operationId: name,
    summary: shortSummary(route.summary),
    tags: [tag],
    parameters: parametersAt(source, sharedParts),
    ...(body === undefined
      ? {}
      : { requestBody: { required: route.bodyOptional !== true, content: json(forms.bodies.add(body)) } }),
    responses: {
      [route.status ?? 200]: success,
      ...(route.createsFirst === true ? { 201: { ...success, description: 'Created.' } } : {}),
      '4XX': responses.ofAny(errorsOf(route)),
      '5XX': responses.ofAny(errorsOf(route)),
    },
  };
}

/** The first clause: the general operation has the whole summary. */
function shortSummary(summary: string): string {
  return summary.replace(/(, or|\.) .*$|\.$/, '');
}

function json(schema: Content[string]['schema']): Content {
  return { 'application/json': { schema } };
}

/** The link to the read of the item that was created. */
function linksTo(links: Record<string, Link>): { links?: Record<string, Link> } {
  const read = Object.values(links).find(({ operationId }) => operationId.startsWith('get'));
  if (read === undefined) return {};
  const { operationId, parameters } = read;
  return { links: { read: { operationId, parameters } } };
}

function parametersAt(
  { route, path, filters = {} }: OperationSource,
  { forms, parameters, omitted }: SharedParts,
): OrReference<Parameter>[] {
  const all = parametersOf(route, path, forms.bodies).filter((parameter) => {
    const { name, in: location } = parameters.resolve(parameter);
    return location !== 'header' && name !== 'where' && !omitted.has(name);
  });
  const hasFilters = Object.keys(filters).length > 0;
  return [
    ...all.map((parameter) => parameters.refer(parameter)),
    ...(hasFilters ? [whereParameter(forms.bodies.add(closedObject(filters)))] : []),
  ];
}

function closedObject(filters: Readonly<Record<string, TSchema>>): TSchema {
  const properties = Object.entries(filters).map(([key, form]) => [key, Type.Optional(form)] as const);
  return Type.Object(Object.fromEntries(properties), { additionalProperties: false });
}

function whereParameter(schema: Parameter['schema']): Parameter {
  return {
    name: 'where',
    in: 'query',
    description: 'Filters for equality.',
    style: 'deepObject',
    explode: true,
    schema,
  };
}
