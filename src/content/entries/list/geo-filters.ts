import { storageKey } from '../../../contract/fields/storage-key.ts';
import {
  boxAround,
  earthRadius,
  type GeoBox,
  nearForm,
  type NearFilter,
  parseNear,
  parseWithin,
  stripsOf,
  withinForm,
} from '../../../contract/fields/geo.ts';
import type { WhereFilter } from '../../../core/http/index.ts';
import { badValue } from '../../fields/kind.ts';
import type { Field } from '../../fields/schema.ts';
import { partKey } from '../store/derive.ts';
import { type Condition, type Plan, ranks } from './filter-plan.ts';

/** Points at most a distance away. @throws invalid_field_value */
export function nearPlan(field: Field, where: WhereFilter): Plan {
  const { point, meters } = readNear(field, where);
  const inBox = boxPlan(field, boxAround(point, meters));
  const plain = (snapshot: 'live' | 'draft'): Condition => ({
    $and: [
      inBox.plain(snapshot),
      { $expr: { $lte: [distance(`$${snapshot}.${storageKey(field)}`, point), meters] } },
    ],
  });
  return { ...inBox, plain };
}

/** @throws invalid_field_value */
export function readNear(field: Field, { value, param }: WhereFilter): NearFilter {
  const near = parseNear(value);
  if (near === null)
    throw badValue({ field, at: param, warn: () => undefined }, nearForm, value.slice(0, 80));
  return near;
}

/** Points in a rectangle. @throws invalid_field_value */
export function withinPlan(field: Field, { value, param }: WhereFilter): Plan {
  const box = parseWithin(value);
  if (box === null)
    throw badValue({ field, at: param, warn: () => undefined }, withinForm, value.slice(0, 80));
  return boxPlan(field, box);
}

/**
 * The points of a rectangle. The index finds them by strip and latitude, so few points outside the rectangle are read.
 * With a row for each coordinate, the whole band around the earth would be read.
 */
function boxPlan(field: Field, { south, west, north, east }: GeoBox): Plan {
  const key = storageKey(field);
  const lat = { $gte: south, $lte: north };
  const strips = stripsOf({ west, east }).map((strip) => partKey(key, strip));
  const lngs = west <= east ? [{ $gte: west, $lte: east }] : [{ $gte: west }, { $lte: east }];
  return {
    facet: { facets: { $elemMatch: { k: { $in: strips }, v: lat } } },
    plain: (snapshot) => ({
      [`${snapshot}.${key}.lat`]: lat,
      $or: lngs.map((lng) => ({ [`${snapshot}.${key}.lng`]: lng })),
    }),
    isExact: false,
    rank: ranks.range,
  };
}

/** The haversine formula for the database. */
function distance(path: string, { lat, lng }: { lat: number; lng: number }): object {
  const radians = (degrees: unknown) => ({ $degreesToRadians: degrees });
  const half = (from: number, to: string) => ({
    $pow: [{ $sin: { $divide: [radians({ $subtract: [to, from] }), 2] } }, 2],
  });
  const cosines = { $multiply: [Math.cos((lat * Math.PI) / 180), { $cos: radians(`${path}.lat`) }] };
  const sum = { $add: [half(lat, `${path}.lat`), { $multiply: [cosines, half(lng, `${path}.lng`)] }] };
  return { $multiply: [2 * earthRadius, { $asin: { $min: [1, { $sqrt: sum }] } }] };
}
