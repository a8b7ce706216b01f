import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxAround, distanceOf, type GeoBox, stripOf, stripsOf } from '../../../src/contract/fields/geo.ts';

const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.constantFrom(-180, -179.5, 0, 179.5, 180),
);
const point = fc.record({ lat: latitude, lng: longitude });

function contains({ south, west, north, east }: GeoBox, { lat, lng }: { lat: number; lng: number }): boolean {
  const isBetween = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
  return lat >= south && lat <= north && isBetween;
}

describe('the strips of a rectangle', () => {
  it('contain each of its points', () => {
    fc.assert(
      fc.property(longitude, longitude, longitude, (west, east, lng) => {
        const box = { south: -90, north: 90, west, east };
        fc.pre(contains(box, { lat: 0, lng }));
        expect(stripsOf(box)).toContain(stripOf(lng));
      }),
    );
  });

  it('are those at its edges and between them', () => {
    expect(stripsOf({ west: 12.5, east: 14 })).toEqual(['lat12', 'lat13', 'lat14']);
    expect(stripsOf({ west: -0.5, east: 0.5 })).toEqual(['lat-1', 'lat0']);
    expect(stripsOf({ west: 179.5, east: -179.5 })).toEqual(['lat179', 'lat180', 'lat-180']);
    expect(stripsOf({ west: -180, east: 180 })).toHaveLength(361);
  });
});

describe('the rectangle around a point', () => {
  it('contains each point that is near enough', () => {
    fc.assert(
      fc.property(
        point,
        point,
        fc.double({ min: 1, max: 10_000_000, noNaN: true }),
        (center, other, meters) => {
          fc.pre(distanceOf(center, other) <= meters);
          expect(contains(boxAround(center, meters), other)).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
