import { Type } from '@sinclair/typebox';
import type { TypesBySlug } from '../../content-types/service.ts';
import { Entry } from '../../content/schema.ts';
import { serviceVersion } from '../../platform/service-version.ts';
import { richtextContract } from '../../richtext/service.ts';
import { type JsonSchema, SchemaBook } from '../schema-book.ts';
import { formsOf, sharedNames } from './forms.ts';
import { nameOfForm, pascal, typeNames } from './type-names.ts';
import { commentText, membersText, type NameOf, typeText } from './type-text.ts';

/**
 * TypeScript types of the content types of a release, as the text of a declaration file (specification: openapi), in
 * pieces, and with stops on the way, at which others may go on.
 */
export function* declarations(
  types: TypesBySlug,
  { project, release }: { project: string; release: string },
): Generator<void, string[]> {
  const richtext = richtextForms();
  const names = typeNames([...types.keys()], [...sharedNames, ...richtext.map(({ name }) => name)]);
  const nameOf = (definition: string) => nameOfForm(definition, names);
  const forms = Object.entries(yield* formsOf(types));
  const declared: string[] = [];
  for (const [definition, form] of forms) {
    declared.push(declaration(nameOf(definition), form, nameOf));
    yield;
  }
  const parts = [
    `// Types of the content of "${commentText(project)}", release "${commentText(release)}", made by Galley ${serviceVersion}.\n// GET /v1/types.d.ts generates them again; changes here are lost.\n`,
    ...declared,
    entryText(),
    ...richtext.map(({ text }) => text),
  ];
  return parts.map((part, i) => (i === 0 ? part : `\n${part}`));
}

function declaration(name: string, form: JsonSchema, nameOf: NameOf): string {
  const about = typeof form['description'] === 'string' ? `/** ${commentText(form['description'])} */\n` : '';
  if (form['properties'] === undefined) return `${about}export type ${name} = ${typeText(form, nameOf)};\n`;
  return `${about}export interface ${name} {\n${membersText(form, nameOf, '  ')}}\n`;
}

/** An entry as reads serve it, whatever its values are. */
function entryText(): string {
  const form = Type.Object({ ...Entry.properties, values: Type.Unsafe({ $ref: 'Values' }) });
  return declaration('Entry<Values>', new SchemaBook('').add(form), (name) => name);
}

/** Every node and mark of rich text, and the document that they make. */
function richtextForms(): { name: string; text: string }[] {
  const { $defs, ...document } = richtextContract().json_schema;
  const nameOf = (name: string) => `Richtext${pascal(name)}`;
  const forms = Object.entries($defs as Record<string, JsonSchema>);
  return [
    { name: 'RichtextDocument', text: declaration('RichtextDocument', document, nameOf) },
    ...forms.map(([name, form]) => ({ name: nameOf(name), text: declaration(nameOf(name), form, nameOf) })),
  ];
}
