import { valueInWords } from '../../features/editing/conflict/value-words.ts';
import { isOutline } from '../../features/blocks/outline/outline.ts';
import { parseLeafKey } from '../../features/blocks/outline/flatten.ts';
import type { DeviceDraft } from '../../features/editing/draft/device-drafts.ts';

/** The unsaved text of one field. */
export interface DraftText {
  key: string;
  /** `Wing span` */
  fieldName: string;
  text: string;
}

/** The unsaved texts of a draft. The order of blocks has no text. */
export function draftTexts({ values }: DeviceDraft): DraftText[] {
  return Object.entries(values)
    .filter(([, value]) => !isOutline(value) || (Array.isArray(value) && value.length === 0))
    .map(([key, value]) => ({ key, fieldName: nameOfField(key), text: textOf(value) }));
}

/** All texts of a draft, to be copied. */
export function copiedText(draft: DeviceDraft): string {
  return draftTexts(draft)
    .map(({ fieldName, text }) => `${fieldName}\n${text}`)
    .join('\n\n');
}

function textOf(value: unknown): string {
  const isDocument = typeof value === 'object' && value !== null && 'version' in value && 'content' in value;
  return isDocument
    ? valueInWords(undefined, { ...value, type: 'doc' }, (id) => id)
    : valueInWords(undefined, value, (id) => id);
}

/** The definition of the field may be deleted, so its name is derived from its key. */
function nameOfField(key: string): string {
  const name = (parseLeafKey(key)?.key ?? key).replace(/^.*\./, '').replaceAll(/[_-]+/g, ' ');
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
