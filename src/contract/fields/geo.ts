import { type Static, Type } from '@sinclair/typebox';

/** A point on the map, in degrees (specification: fields). */
export const GeoPointSchema = Type.Object(
  { lat: Type.Number({ minimum: -90, maximum: 90 }), lng: Type.Number({ minimum: -180, maximum: 180 }) },
  { $id: 'GeoPoint', additionalProperties: false },
);
export type GeoPoint = Static<typeof GeoPointSchema>;

/** The mean radius of the earth, in meters. Distances are those on a sphere. */
export const earthRadius = 6_371_008.8;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** The distance of two points in meters, by the haversine formula. */
export function distanceOf(a: GeoPoint, b: GeoPoint): number {
  const lat = Math.sin(radians(b.lat - a.lat) / 2) ** 2;
  const lng = Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  const half = lat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * lng;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** A rectangle of the map. `west` is greater than `east` if it crosses the 180th meridian. */
export interface GeoBox {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** The smallest rectangle that contains all points at most `meters` away. */
export function boxAround({ lat, lng }: GeoPoint, meters: number): GeoBox {
  const angle = meters / earthRadius;
  const reach = degrees(angle) + 1e-9;
  const [south, north] = [lat - reach, lat + reach];
  const width = Math.sin(angle) / Math.cos(radians(lat));
  // A circle around a pole, or more than a quarter of the globe, has all longitudes.
  if (south <= -90 || north >= 90 || angle >= Math.PI / 2 || width >= 1)
    return { south: Math.max(-90, south), west: -180, north: Math.min(90, north), east: 180 };
  const half = degrees(Math.asin(width)) + 1e-9;
  return { south, north, west: wrapped(lng - half), east: wrapped(lng + half) };
}

function wrapped(lng: number): number {
  return lng < -180 ? lng + 360 : lng > 180 ? lng - 360 : lng;
}

/** The strip of one degree of longitude that contains a point: `lat13` for 13.405. */
export function stripOf(lng: number): string {
  return `lat${Math.floor(lng)}`;
}

/** All strips that a rectangle touches. */
export function stripsOf({ west, east }: Pick<GeoBox, 'west' | 'east'>): string[] {
  const from = (first: number, last: number) =>
    Array.from({ length: Math.floor(last) - Math.floor(first) + 1 }, (_, i) =>
      stripOf(Math.floor(first) + i),
    );
  return west <= east ? from(west, east) : [...from(west, 180), ...from(-180, east)];
}

/** Where a list begins that is sorted by distance, and how far it reaches. */
export interface NearFilter {
  point: GeoPoint;
  meters: number;
}

export const nearForm =
  'latitude,longitude,meters: -90 to 90, -180 to 180, 1 to 10000000, for example 52.52,13.405,5000';
export const withinForm =
  'south,west,north,east in degrees, with south at most north, for example 47.2,5.8,55.1,15.1';

/** Reads `52.52,13.405,5000`; null if the text has another form. */
export function parseNear(text: string): NearFilter | null {
  const [lat, lng, meters, ...others] = numbersIn(text);
  if (lat === undefined || lng === undefined || meters === undefined || others.length > 0) return null;
  const isGood = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && meters >= 1 && meters <= 10_000_000;
  return isGood ? { point: { lat, lng }, meters } : null;
}

/** Reads `47.2,5.8,55.1,15.1`; null if the text has another form. */
export function parseWithin(text: string): GeoBox | null {
  const [south, west, north, east, ...others] = numbersIn(text);
  if (south === undefined || west === undefined || north === undefined || east === undefined) return null;
  const isGood =
    Math.max(Math.abs(south), Math.abs(north)) <= 90 && Math.max(Math.abs(west), Math.abs(east)) <= 180;
  return isGood && south <= north && others.length === 0 ? { south, west, north, east } : null;
}

/** The numbers between commas; none if one part is not a number. */
function numbersIn(text: string): number[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => /^-?\d+(\.\d+)?$/.test(part)) ? parts.map(Number) : [];
}
