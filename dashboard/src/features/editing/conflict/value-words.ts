import type { Field } from '../../../../../src/content/fields/schema.ts';

/** A value as a text to compare: the words of a document, the names of link targets. */
export function valueInWords(
  field: Field | undefined,
  value: unknown,
  nameOf: (id: string) => string,
): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string')
    return field?.type === 'select' ? choiceLabel(field, value) : value === '' ? '' : nameOf(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((id) => nameOf(String(id))).join(', ');
  if (field?.type === 'geo_point') return Object.values(value).join(', ');
  return field?.type === 'json' || !isDocument(value) ? JSON.stringify(value) : textOf(value).trim();
}

function isDocument(value: object): value is Part {
  return 'type' in value && value.type === 'doc';
}

function choiceLabel({ options }: Field, value: string): string {
  return options.choices?.find((choice) => choice.value === value)?.label ?? value;
}

interface Part {
  type?: string;
  text?: string;
  content?: Part[];
}

const blockTypes = ['paragraph', 'heading', 'listItem', 'codeBlock', 'tableRow'];

function textOf({ type = '', text = '', content = [] }: Part): string {
  const inside = text + content.map(textOf).join('');
  if (type === 'image') return '[image]\n';
  return blockTypes.includes(type) ? `${inside}\n` : inside;
}
