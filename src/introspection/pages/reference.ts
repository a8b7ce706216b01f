import type { Operation, OpenApiDocument, Parameter } from '../openapi/form.ts';
import { escapeHtml, fragmentOf, withCode } from './html.ts';
import { formSection, fieldsTable, formLinks } from './forms.ts';
import type { DocsPage } from './layout.ts';

/** `/docs`: every endpoint, made from the OpenAPI document, so that the two say the same. */
export function referencePage(
  document: OpenApiDocument,
  { baseUrl, root }: { baseUrl: string; root: string },
): DocsPage {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = document.tags.filter(({ name }) =>
    operations.some(({ operation }) => operation.tags.includes(name)),
  );
  const chapters = [
    { title: 'First request', fragment: 'first-request' },
    ...tags.map(({ name }) => ({ title: name, fragment: fragmentOf(name) })),
    { title: 'Forms', fragment: 'forms' },
  ];
  const bodies = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const sections = own.map((place) => operationSection(place, document, root));
    return `<h2 id="${fragmentOf(name)}">${escapeHtml(name)}</h2><p>${withCode(description)}</p>${sections.join('\n')}`;
  });
  const forms = Object.entries(document.components.schemas).map(([name, form]) => formSection(name, form));
  const body = `${introduction(document, baseUrl, root)}${bodies.join('\n')}<h2 id="forms">Forms</h2><p>What bodies and answers are made of.</p>${forms.join('\n')}`;
  return { name: '', title: 'Reference', chapters, body };
}

function introduction({ info }: OpenApiDocument, baseUrl: string, root: string): string {
  return `<p>${withCode(info.description)}</p>
<h2 id="first-request">First request</h2>
<pre><code>curl ${escapeHtml(baseUrl)}/v1/ping -H "Authorization: Bearer $GALLEY_KEY"</code></pre>
<p>With your key, <code>GET /v1/openapi.json</code> is this reference as OpenAPI 3.1 with the content types of your project in it, and <code>GET /v1/types.d.ts</code> their TypeScript types. <a href="${root}/docs/errors">Errors</a> explains every code.</p>`;
}

interface OperationEntry {
  path: string;
  method: string;
  operation: Operation;
}

function operationSection(
  { path, method, operation }: OperationEntry,
  document: OpenApiDocument,
  root: string,
): string {
  const { operationId, summary, requestBody } = operation;
  const caller = operation['x-key'] === 'secret' ? 'secret key' : 'any key';
  const body = requestBody?.content['application/json'];
  return `<section class="operation" id="${operationId}">
<h3><a href="#${operationId}"><span class="method ${method}">${method.toUpperCase()}</span>${escapeHtml(path)}</a></h3>
<p>${withCode(summary)}. <span class="quiet">${caller}, <code>${escapeHtml(operation['x-budget'])}</code> budget</span></p>
${parametersTable(operation.parameters, document)}
${body === undefined ? '' : `<h4>Body ${formLinks(body.schema)}</h4>${fieldsTable(body.schema, document)}${example(body.example)}`}
${answersSection(operation, document, root)}
</section>`;
}

function parametersTable(parameters: Operation['parameters'], { components }: OpenApiDocument): string {
  const rows = parameters.flatMap((one) => {
    const parameter: Parameter | undefined =
      '$ref' in one ? components.parameters[one.$ref.split('/').at(-1) ?? ''] : one;
    if (parameter === undefined) return [];
    const { name, description, required } = parameter;
    const needed = required === true ? ' <span class="needed">required</span>' : '';
    return [
      `<tr><td><code>${escapeHtml(name)}</code>${needed}</td><td>${parameter.in}</td><td>${withCode(description)}</td></tr>`,
    ];
  });
  if (rows.length === 0) return '';
  return `<details><summary>Parameters (${rows.length})</summary><table><tbody>${rows.join('')}</tbody></table></details>`;
}

function answersSection({ responses }: Operation, { components }: OpenApiDocument, root: string): string {
  const shown = Object.entries(responses).map(([status, one]) => {
    const response = '$ref' in one ? components.responses[one.$ref.split('/').at(-1) ?? ''] : one;
    const content = Object.values(response?.content ?? {})[0];
    if (Number(status) >= 400) return errorRow(status, Object.keys(content?.examples ?? {}), root);
    const form = content === undefined ? '' : ` ${formLinks(content.schema)}`;
    const row = `<tr><td>${status}</td><td>${withCode(response?.description ?? '')}${form}${example(content?.example)}</td></tr>`;
    return row;
  });
  return `<h4>Answers</h4><table><tbody>${shown.join('')}</tbody></table>`;
}

function errorRow(status: string, codes: readonly string[], root: string): string {
  const links = codes.map((code) => `<a href="${root}/docs/errors#${code}">${code}</a>`);
  return `<tr><td>${status}</td><td>${links.join(', ')}</td></tr>`;
}

function example(value: unknown): string {
  if (value === undefined) return '';
  return `<details><summary>Example</summary><pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre></details>`;
}
