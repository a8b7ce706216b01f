import { ApiError } from '../../contract/errors/api-error.ts';
import { kindOfId } from '../../contract/ids.ts';
import type {
  ItemTexts,
  ReleaseContext,
  TranslationKind,
  TranslationLocale,
} from '../../core/context/index.ts';
import { isYieldDue, yieldToEventLoop } from '../../core/util/index.ts';
import { translatedLocale } from './export-texts.ts';
import { type FileUnit, readTexts } from './formats/index.ts';
import { changesOf, type ItemChanges, rejectText, type UnitOutcome } from './item-changes.ts';
import type { ImportedTexts, TextsReport } from './schema.ts';

/** Maximum attempts to import an item that other requests change at the same time. */
const attemptsMax = 5;

export interface TextsImport {
  file: Uint8Array;
  dryRun: boolean;
  newContext: () => Promise<ReleaseContext>;
  /** The index of the first item, in the order of the file. */
  from?: number;
  /** Whether the import must stop before the next item, and return its index. */
  isOver?: () => boolean;
}

/**
 * Imports a file of texts as drafts, one item in a transaction. Units that can't be imported are listed.
 * @throws invalid_parameter for the file, unknown_locale, and errors that concern the whole project
 */
export async function importTexts(texts: TextsImport): Promise<ImportedTexts> {
  const { from = 0, isOver = () => false } = texts;
  const { locale: code, units } = readTexts(texts.file);
  translatedLocale(await texts.newContext(), code);
  const report = new TextsReporter();
  const items = [...unitsByItem(units)];
  for (const [i, [id, itemUnits]] of items.entries()) {
    if (i < from) continue;
    if (i > from && isOver()) return { ...report.report, next: i, items: items.length };
    if (isYieldDue()) await yieldToEventLoop();
    report.add(itemUnits, await importItem(texts, { id, code, units: itemUnits }));
  }
  return { ...report.report, next: null, items: items.length };
}

/** The units of each item, in the order of the file. */
function unitsByItem(units: readonly FileUnit[]): Map<string, FileUnit[]> {
  const items = new Map<string, FileUnit[]>();
  for (const unit of units) {
    const [item = ''] = unit.id.split('/');
    const itemUnits = items.get(item);
    if (itemUnits === undefined) items.set(item, [unit]);
    else itemUnits.push(unit);
  }
  return items;
}

interface ItemUnits {
  id: string;
  /** The code of the locale in the file. */
  code: string;
  units: readonly FileUnit[];
}

/** Imports the units of an item. Null if the item doesn't exist. */
async function importItem(
  { newContext, dryRun }: TextsImport,
  { id, code, units }: ItemUnits,
): Promise<ReadonlyMap<string, UnitOutcome> | null> {
  for (let attempt = 1; ; attempt += 1) {
    const context = { ...(await newContext()), dryRun };
    const kind = context.translations.find((one) => one.kind === kindOfId(id));
    const target = translatedLocale(context, code);
    const texts = (await kind?.readTexts(context, { id, ...target })) ?? null;
    if (kind === undefined || texts === null) return null;
    const changes = changesOf(id, texts, units);
    try {
      await writeChanges(context, kind, { id, changes, texts, target });
      return changes.outcomes;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) return null;
      if (error.code !== 'revision_conflict' || attempt === attemptsMax) throw error;
    }
  }
}

interface ItemWrite {
  id: string;
  changes: ItemChanges;
  texts: ItemTexts;
  target: TranslationLocale;
}

/** Writes the texts that are valid, and rejects the others. @throws revision_conflict */
async function writeChanges(
  context: ReleaseContext,
  kind: TranslationKind,
  { id, changes, texts, target }: ItemWrite,
): Promise<void> {
  const { values } = changes;
  const { revision, sequence } = texts;
  while (values.size > 0) {
    try {
      // The hash of each unit was compared with the source of this revision.
      await kind.writeTexts(context, { id, ...target, values, translatedFrom: revision, sequence });
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || !isAboutValues(error)) throw error;
      const names = invalidNames(error, [...values.keys()]);
      for (const name of names) rejectText(changes, name);
    }
  }
}

function isAboutValues({ status, code }: ApiError): boolean {
  return (status === 400 || status === 409 || status === 422) && code !== 'revision_conflict';
}

/** The names of the texts that an error is about; all of them if its `param` is none of them. */
function invalidNames(error: ApiError, names: readonly string[]): readonly string[] {
  const params = [error, ...error.others].flatMap(({ hints }) =>
    hints.param === undefined ? [] : [hints.param.replace(/^locales\.[^.]+\.(values\.)?/, '')],
  );
  const paths = params.map((param) => `${param.replace(/[.[\]]+/g, '/')}/`);
  const invalid = names.filter((name) => paths.some((path) => path.startsWith(`${name}/`)));
  return invalid.length === 0 ? names : invalid;
}

class TextsReporter {
  readonly report: TextsReport = { imported: 0, unchanged: 0, rejected: [] };

  add(units: readonly FileUnit[], outcomes: ReadonlyMap<string, UnitOutcome> | null): void {
    for (const { id: unit } of units) {
      const outcome = outcomes === null ? 'item_gone' : (outcomes.get(unit) ?? 'field_gone');
      if (outcome === 'imported' || outcome === 'unchanged') this.report[outcome] += 1;
      else this.report.rejected.push({ unit, reason: outcome });
    }
  }
}
