import type { ItemTexts } from '../../core/context/index.ts';
import { withoutCodes } from './coded-text.ts';
import type { FileUnit } from './formats/index.ts';
import type { Rejection } from './schema.ts';
import { hasCodesOf, withBlockTexts } from './text-blocks.ts';
import { isCoded, richtextOf, type UnitLocation, unitsOf, withoutControls } from './units.ts';

/** The result of a unit. */
export type UnitOutcome = 'imported' | 'unchanged' | Rejection;

/** The new texts of an item, and the results of its units. */
export interface ItemChanges {
  /** New values of texts by name. */
  values: Map<string, unknown>;
  /** The results by the id of the unit. */
  outcomes: Map<string, UnitOutcome>;
  /** The names of the texts by the id of each imported unit. */
  names: Map<string, string>;
}

interface ChangedUnit {
  unit: FileUnit;
  location: UnitLocation;
  text: string;
}

/** Compares the units of a file with the texts that the item has now. */
export function changesOf(itemId: string, item: ItemTexts, units: readonly FileUnit[]): ItemChanges {
  const locations = unitsOf(itemId, item);
  const changes: ItemChanges = { values: new Map(), outcomes: new Map(), names: new Map() };
  const changedTexts = new Map<string, ChangedUnit[]>();
  // A rich text with a rejected text block would be current with an old translation of that block.
  const incompleteTexts = new Set<string>();
  for (const unit of units) {
    const location = locations.get(unit.id);
    const text = withoutControls(unit.translation);
    const outcome = outcomeOf(unit, text, { location, locations, revision: item.revision });
    changes.outcomes.set(unit.id, outcome);
    if (location === undefined || outcome === 'unchanged') continue;
    const { name } = location.pair;
    if (outcome !== 'imported') {
      incompleteTexts.add(name);
      continue;
    }
    changes.names.set(unit.id, name);
    changedTexts.set(name, [...(changedTexts.get(name) ?? []), { unit, location, text }]);
  }
  for (const [name, changedUnits] of changedTexts) {
    const value = incompleteTexts.has(name) ? null : valueOf(changedUnits, locations);
    if (value !== null) changes.values.set(name, value);
    else rejectText(changes, name);
  }
  return changes;
}

/** Rejects the units of a text whose value is invalid. */
export function rejectText({ values, outcomes, names }: ItemChanges, name: string): void {
  values.delete(name);
  for (const [unit, text] of names) if (text === name) outcomes.set(unit, 'invalid_value');
}

function outcomeOf(
  unit: FileUnit,
  text: string,
  {
    location,
    locations,
    revision,
  }: { location: UnitLocation | undefined; locations: ReadonlyMap<string, UnitLocation>; revision: number },
): UnitOutcome {
  if (location === undefined) return missingUnitReason(unit, locations);
  if (!unit.isBroken && (isBlank(unit.id, text) || text === location.unit.translation)) return 'unchanged';
  const [source, own] = (unit.hash ?? '').split('.');
  const [sourceNow, ownNow] = location.unit.hash.split('.');
  const isPastRevision = unit.revision !== null && unit.revision <= revision;
  if (source !== sourceNow || source === '' || !isPastRevision) return 'source_changed';
  if (own !== ownNow) return 'translation_changed';
  const block = location.block === null ? undefined : location.block.of[location.block.n];
  if (unit.isBroken || (block !== undefined && !hasCodesOf(text, block))) return 'markup_broken';
  return 'imported';
}

/** The reason for a missing unit: if its text exists without this text block, the source has changed. */
function missingUnitReason({ id }: FileUnit, locations: ReadonlyMap<string, UnitLocation>): Rejection {
  const [text = ''] = id.split('#');
  const hasText = locations.has(text) || locations.has(`${text}#1`);
  return id.includes('#') && hasText ? 'source_changed' : 'field_gone';
}

/** The new value of a text; null if a text block of a rich text has no translation. */
function valueOf(
  changedUnits: readonly ChangedUnit[],
  locations: ReadonlyMap<string, UnitLocation>,
): unknown {
  const [first] = changedUnits;
  const source = richtextOf(first?.location.pair.source);
  if (first === undefined) return null;
  const { block, unit } = first.location;
  if (source === null || block === null) return first.text;
  const prefix = unit.id.slice(0, unit.id.indexOf('#'));
  const texts = block.of.map((_, n) => {
    const changedUnit = changedUnits.find(({ location }) => location.block?.n === n);
    return changedUnit?.text ?? locations.get(`${prefix}#${n + 1}`)?.unit.translation ?? '';
  });
  if (texts.some((text) => isBlank(unit.id, text))) return null;
  return withBlockTexts(source, texts);
}

/** Whether a text is empty without its codes, which some tools copy into untranslated texts. */
function isBlank(unitId: string, text: string): boolean {
  return (isCoded(unitId) ? withoutCodes(text) : text).trim() === '';
}
