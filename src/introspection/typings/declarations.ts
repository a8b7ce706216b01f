import { Type } from '@sinclair/typebox';
import { Entry, richtextContract, type TypesBySlug } from '../../content/index.ts';
import { isYieldDue, serviceVersion, yieldToEventLoop } from '../../core/util/index.ts';
import { type JsonSchema, SchemaBook } from '../schema-book.ts';
import { formsOf, sharedNames } from './forms.ts';
import { formsOfBlocks, formsOfTypes, nameOfForm, pascal, typeNames } from './type-names.ts';
import { commentText, membersText, type NameOf, typeText } from './type-text.ts';

/**
 * Returns the declaration file for the content types of a release, as chunks of text (specification: openapi).
 */
export async function typeDeclarations(
  types: TypesBySlug,
  { project, release }: { project: string; release: string },
): Promise<string[]> {
  const richtext = richtextForms();
  const reservedNames = [...sharedNames, ...richtext.map(({ name }) => name)];
  const namesBySlug = typeNames([...types.keys()], reservedNames);
  const usedNames = [...namesBySlug.values()].flatMap((base) =>
    Object.keys(formsOfTypes).map((form) => base + pascal(form)),
  );
  // Types are named first, so a block never renames one.
  const blocks = typeNames([...types.blocks.keys()], [...reservedNames, ...usedNames], formsOfBlocks);
  const nameOf = (definition: string) => nameOfForm(definition, { types: namesBySlug, blocks });
  const forms = Object.entries(await formsOf(types));
  const declarations: string[] = [];
  for (const [definition, form] of forms) {
    const isBlock = Object.hasOwn(formsOfBlocks, definition.slice(definition.lastIndexOf('.') + 1));
    declarations.push(
      isBlock && isEmpty(form) ? nothing(nameOf(definition)) : declaration(nameOf(definition), form, nameOf),
    );
    if (isYieldDue()) await yieldToEventLoop();
  }
  const parts = [
    `// Types of the content of "${commentText(project)}", release "${commentText(release)}", made by Galley ${serviceVersion}.\n// GET /v1/types.d.ts generates them again; changes here are lost.\n`,
    ...declarations,
    ...entryTexts(),
    ...richtext.map(({ text }) => text),
  ];
  return parts.map((part, i) => (i === 0 ? part : `\n${part}`));
}

function isEmpty({ properties }: JsonSchema): boolean {
  return typeof properties === 'object' && properties !== null && Object.keys(properties).length === 0;
}

/** An interface without members would accept any value. */
function nothing(name: string): string {
  return `export type ${name} = Record<string, never>;\n`;
}

function declaration(name: string, form: JsonSchema, nameOf: NameOf): string {
  const about = typeof form['description'] === 'string' ? `/** ${commentText(form['description'])} */\n` : '';
  if (form['properties'] === undefined) return `${about}export type ${name} = ${typeText(form, nameOf)};\n`;
  return `${about}export interface ${name} {\n${membersText(form, nameOf, '  ')}}\n`;
}

/** An entry in a read, generic over its values, and the forms in it. */
function entryTexts(): string[] {
  const form = Type.Object({ ...Entry.properties, values: Type.Unsafe({ $ref: 'Values' }) });
  const book = new SchemaBook('');
  const nameOf = (name: string) => name;
  const entry = declaration('Entry<Values>', book.add(form), nameOf);
  return [entry, ...Object.entries(book.definitions).map(([name, part]) => declaration(name, part, nameOf))];
}

/** The types of rich text: nodes, marks and the document. */
function richtextForms(): { name: string; text: string }[] {
  const { $defs, ...document } = richtextContract().json_schema;
  const nameOf = (name: string) => `Richtext${pascal(name)}`;
  const forms = Object.entries($defs as Record<string, JsonSchema>);
  return [
    { name: 'RichtextDocument', text: declaration('RichtextDocument', document, nameOf) },
    ...forms.map(([name, form]) => ({ name: nameOf(name), text: declaration(nameOf(name), form, nameOf) })),
  ];
}
