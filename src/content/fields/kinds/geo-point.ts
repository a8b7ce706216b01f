import { fieldTypeFacts } from '../../../contract/fields/field-types.ts';
import { type GeoPoint, GeoPointSchema, stripOf } from '../../../contract/fields/geo.ts';
import { jsonType } from '../../../contract/fields/json.ts';
import { badValue, type FieldKind } from '../kind.ts';

const form = '{"lat": -90 to 90, "lng": -180 to 180}';

/** A point on the map. Filters find it by a row with its latitude, named after its strip of longitude. */
export const geoPointKind: FieldKind = {
  type: 'geo_point',
  ...fieldTypeFacts.geo_point,
  options: {},
  read(value, reading) {
    if (jsonType(value) !== 'object') throw badValue(reading, form, jsonType(value));
    const { lat, lng, ...others } = value as Record<string, unknown>;
    const [other] = Object.keys(others);
    if (other !== undefined) throw badValue(reading, form, `the key ${other.slice(0, 80)}`);
    if (!isWithin(lat, 90))
      throw badValue({ ...reading, at: `${reading.at}.lat` }, 'a number from -90 to 90', got(lat));
    if (!isWithin(lng, 180))
      throw badValue({ ...reading, at: `${reading.at}.lng` }, 'a number from -180 to 180', got(lng));
    return { lat: lat === 0 ? 0 : lat, lng: lng === 0 ? 0 : lng };
  },
  isEmpty: () => false,
  parts(value) {
    const { lat, lng } = value as GeoPoint;
    return { [stripOf(lng)]: lat };
  },
  served: () => GeoPointSchema,
  written: () => GeoPointSchema,
};

function isWithin(value: unknown, bound: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= bound;
}

function got(value: unknown): string {
  return typeof value === 'number' ? String(value) : jsonType(value);
}
