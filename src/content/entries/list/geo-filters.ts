import {
  boxAround,
  earthRadius,
  type GeoBox,
  nearForm,
  type NearFilter,
  parseNear,
  parseWithin,
  withinForm,
} from '../../../contract/fields/geo.ts';
import type { WhereFilter } from '../../../core/http/index.ts';
import { badValue } from '../../fields/kind.ts';
import type { Field } from '../../fields/schema.ts';
import { partKey } from '../store/derive.ts';
import { type Condition, type Plan, ranks } from './filter-plan.ts';

/** Points at most a distance away. @throws invalid_field_value */
export function nearPlans(field: Field, where: WhereFilter): Plan[] {
  const { point, meters } = readNear(field, where);
  const box = boxAround(point, meters);
  const [first, ...others] = boxPlans(field, box);
  if (first === undefined) return others;
  const plain = (snapshot: 'live' | 'draft'): Condition => ({
    $and: [
      first.plain(snapshot),
      { $expr: { $lte: [distance(`$${snapshot}.${field.key}`, point), meters] } },
    ],
  });
  return [{ ...first, plain }, ...others];
}

/** @throws invalid_field_value */
export function readNear(field: Field, { value, param }: WhereFilter): NearFilter {
  const near = parseNear(value);
  if (near === null)
    throw badValue({ field, at: param, warn: () => undefined }, nearForm, value.slice(0, 80));
  return near;
}

/** Points in a rectangle. @throws invalid_field_value */
export function withinPlans(field: Field, { value, param }: WhereFilter): Plan[] {
  const box = parseWithin(value);
  if (box === null)
    throw badValue({ field, at: param, warn: () => undefined }, withinForm, value.slice(0, 80));
  return boxPlans(field, box);
}

/**
 * A rectangle as two plans, of which a list uses the more selective one for the index: the band of latitudes, which checks
 * the whole rectangle, and the band of longitudes.
 */
function boxPlans({ key }: Field, { south, west, north, east }: GeoBox): Plan[] {
  const lat = { $gte: south, $lte: north };
  const parts = west <= east ? [{ $gte: west, $lte: east }] : [{ $gte: west }, { $lte: east }];
  const row = (part: string, v: object): Condition => ({
    facets: { $elemMatch: { k: partKey(key, part), v } },
  });
  const plan = { isExact: false, rank: ranks.range };
  const inBox = (snapshot: string): Condition => ({
    [`${snapshot}.${key}.lat`]: lat,
    $or: parts.map((lng) => ({ [`${snapshot}.${key}.lng`]: lng })),
  });
  const byLatitude: Plan = { ...plan, facet: row('lat', lat), plain: inBox };
  const [lng] = parts;
  if (lng === undefined || parts.length > 1) return [byLatitude];
  return [byLatitude, { ...plan, facet: row('lng', lng), plain: () => ({}) }];
}

/** The haversine formula for the database. */
function distance(path: string, { lat, lng }: { lat: number; lng: number }): object {
  const radians = (of: unknown) => ({ $degreesToRadians: of });
  const half = (from: number, to: string) => ({
    $pow: [{ $sin: { $divide: [radians({ $subtract: [to, from] }), 2] } }, 2],
  });
  const cosines = { $multiply: [Math.cos((lat * Math.PI) / 180), { $cos: radians(`${path}.lat`) }] };
  const sum = { $add: [half(lat, `${path}.lat`), { $multiply: [cosines, half(lng, `${path}.lng`)] }] };
  return { $multiply: [2 * earthRadius, { $asin: { $min: [1, { $sqrt: sum }] } }] };
}
