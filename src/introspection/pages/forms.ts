import { type JsonSchema, neededKeys } from '../schema-book.ts';
import type { OpenApiDocument } from '../openapi/form.ts';
import { typeText } from '../typings/type-text.ts';
import { escapeHtml, withCode } from './html.ts';

/** A named form with its fields, under a fragment of its own. */
export function formSection(name: string, form: JsonSchema): string {
  return `<section class="form" id="form-${name}"><h3><a href="#form-${name}">${escapeHtml(name)}</a></h3>${words(form)}${table(form)}</section>`;
}

/** The fields of a body; of a named form, those that stand under its name. */
export function fieldsTable(schema: JsonSchema, { components }: OpenApiDocument): string {
  const reference = schema['$ref'];
  const name = typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : null;
  return table(name === null ? schema : (components.schemas[name] ?? {}));
}

/** The names of the forms that a schema is made of, each leading to its form. */
export function formLinks(schema: JsonSchema): string {
  const names = [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
  return [...new Set(names)].map((name) => `<a href="#form-${name}">${escapeHtml(name)}</a>`).join(' or ');
}

function table(form: JsonSchema): string {
  const needed = neededKeys(form);
  const fields = Object.entries((form['properties'] ?? {}) as Record<string, JsonSchema>);
  if (fields.length === 0) {
    const text = typeText(form, (name) => name);
    return text === 'unknown' ? '' : `<p><code>${escapeHtml(text)}</code></p>`;
  }
  const rows = fields.map(([key, schema]) => {
    const mark = needed.includes(key) ? ' <span class="needed">required</span>' : '';
    return `<tr><td><code>${escapeHtml(key)}</code>${mark}</td><td><code>${typeOf(schema)}</code></td><td>${words(schema)}</td></tr>`;
  });
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

/** The type in TypeScript's words; objects without a name are written in short. */
function typeOf(schema: JsonSchema): string {
  const text = typeText(schema, (name) => name).replace(/\s+/g, ' ');
  return escapeHtml(text.length > 160 ? `${text.slice(0, 157)}...` : text);
}

function words({ description }: JsonSchema): string {
  return typeof description === 'string' ? withCode(description) : '';
}
