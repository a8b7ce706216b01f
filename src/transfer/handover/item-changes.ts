import type { ItemTexts } from '../../core/context/index.ts';
import { uncoded } from './coded-text.ts';
import type { FileUnit } from './formats/index.ts';
import type { Rejection } from './schema.ts';
import { hasCodesOf, withBlockTexts } from './text-blocks.ts';
import { isCoded, richtextOf, type UnitPlace, unitsOf, withoutControls } from './units.ts';

/** What becomes of a unit: it is written, changes nothing, or is rejected. */
export type UnitOutcome = 'imported' | 'unchanged' | Rejection;

/** The writes of an item, and what becomes of its units. */
export interface ItemChanges {
  /** New values of texts by name. */
  values: Map<string, unknown>;
  /** The units by their id. */
  outcomes: Map<string, UnitOutcome>;
  /** The name of the text of each unit that is written. */
  names: Map<string, string>;
}

interface ChangedUnit {
  unit: FileUnit;
  place: UnitPlace;
  text: string;
}

/** Compares the units of a file with the texts that the item has now. */
export function changesOf(itemId: string, item: ItemTexts, units: readonly FileUnit[]): ItemChanges {
  const places = unitsOf(itemId, item);
  const changes: ItemChanges = { values: new Map(), outcomes: new Map(), names: new Map() };
  const changedTexts = new Map<string, ChangedUnit[]>();
  for (const unit of units) {
    const place = places.get(unit.id);
    const text = withoutControls(unit.translation);
    const outcome = outcomeOf(unit, text, { place, places, revision: item.revision });
    changes.outcomes.set(unit.id, outcome);
    if (outcome !== 'imported' || place === undefined) continue;
    const { name } = place.pair;
    changes.names.set(unit.id, name);
    changedTexts.set(name, [...(changedTexts.get(name) ?? []), { unit, place, text }]);
  }
  for (const [name, changedUnits] of changedTexts) {
    const value = valueOf(changedUnits, places);
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
    place,
    places,
    revision,
  }: { place: UnitPlace | undefined; places: ReadonlyMap<string, UnitPlace>; revision: number },
): UnitOutcome {
  if (place === undefined) return goneOf(unit, places);
  if (!unit.isBroken && (isBlank(unit.id, text) || text === place.unit.translation)) return 'unchanged';
  const [source, own] = (unit.hash ?? '').split('.');
  const [sourceNow, ownNow] = place.unit.hash.split('.');
  const isKnown = unit.revision !== null && unit.revision <= revision;
  if (source !== sourceNow || source === '' || !isKnown) return 'source_changed';
  if (own !== ownNow) return 'translation_changed';
  const block = place.block === null ? undefined : place.block.of[place.block.n];
  if (unit.isBroken || (block !== undefined && !hasCodesOf(text, block))) return 'markup_broken';
  return 'imported';
}

/** A text block that is gone, while its text exists, means that the source is another one now. */
function goneOf({ id }: FileUnit, places: ReadonlyMap<string, UnitPlace>): Rejection {
  const [text = ''] = id.split('#');
  const exists = places.has(text) || places.has(`${text}#1`);
  return id.includes('#') && exists ? 'source_changed' : 'field_gone';
}

/** The new value of a text; null for a rich text of which a text block has no translation. */
function valueOf(changedUnits: readonly ChangedUnit[], places: ReadonlyMap<string, UnitPlace>): unknown {
  const [first] = changedUnits;
  const source = richtextOf(first?.place.pair.source);
  if (first === undefined) return null;
  const { block, unit } = first.place;
  if (source === null || block === null) return first.text;
  const prefix = unit.id.slice(0, unit.id.indexOf('#'));
  const texts = block.of.map((_, n) => {
    const changedUnit = changedUnits.find(({ place }) => place.block?.n === n);
    return changedUnit?.text ?? places.get(`${prefix}#${n + 1}`)?.unit.translation ?? '';
  });
  if (texts.some((text) => isBlank(unit.id, text))) return null;
  return withBlockTexts(source, texts);
}

/** Whether there is no translation. Some tools copy the codes of texts that are not translated. */
function isBlank(unitId: string, text: string): boolean {
  return (isCoded(unitId) ? uncoded(text) : text).trim() === '';
}
