import type { Canvas, Colour } from './canvas.ts';
import { veil } from './canvas.ts';
import { coral, ink, paper, rust, sand, sun, teal } from './palette.ts';
import { both, box, circle, either, line, type Point, polygon } from './shapes.ts';

/** The position, half span and colors of a kite. */
export interface Place {
  at: Point;
  size: number;
  cloth?: Colour;
  trim?: Colour;
}

export type DrawKite = (canvas: Canvas, place: Place) => void;

/** Converts coordinates in units of the kite's half span to pixels. */
function pointsOf({ at: [x, y], size }: Place): (across: number, down: number) => Point {
  return (across, down) => [x + across * size, y + down * size];
}

/** A flying line from the kite to a person's hand. */
function flyingLine(canvas: Canvas, from: Point, { size, at }: Place, lean: number): void {
  const to: Point = [at[0] + lean * size, at[1] + 6 * size];
  canvas.fill(line(from, to, Math.max(1.4, size / 90)), veil(ink, 0.55));
}

/** Two sticks and a long tail. */
export const diamond: DrawKite = (canvas, place) => {
  const { size, cloth = coral, trim = paper } = place;
  const at = pointsOf(place);
  flyingLine(canvas, at(0, 0), place, -1.6);
  for (let i = 0; i < 7; i += 1) {
    const [x, y] = at(0.22 * Math.sin(i * 1.1), 1.5 + i * 0.28);
    canvas.fill(polygon([x - size / 7, y - size / 12], [x, y], [x - size / 7, y + size / 12]), sun);
    canvas.fill(polygon([x + size / 7, y - size / 12], [x, y], [x + size / 7, y + size / 12]), trim);
  }
  const body = polygon(at(0, -1), at(0.8, -0.2), at(0, 1.4), at(-0.8, -0.2));
  canvas
    .fill(body, cloth)
    .fill(both(body, polygon(at(0, -1), at(0.8, -0.2), at(0, -0.2))), trim)
    .fill(both(body, polygon(at(0, -0.2), at(-0.8, -0.2), at(0, 1.4))), trim)
    .fill(
      either(line(at(0, -1), at(0, 1.4), size / 40), line(at(-0.8, -0.2), at(0.8, -0.2), size / 40)),
      ink,
    );
};

/** A wide wing with a keel beneath. */
export const delta: DrawKite = (canvas, place) => {
  const { size, cloth = teal, trim = sand } = place;
  const at = pointsOf(place);
  flyingLine(canvas, at(0, 0.62), place, 1.8);
  const wing = polygon(at(0, -0.75), at(1.15, 0.35), at(0, 0.42), at(-1.15, 0.35));
  canvas
    .fill(wing, cloth)
    .fill(both(wing, polygon(at(0, -0.75), at(0.5, 0.42), at(-0.5, 0.42))), trim)
    .fill(polygon(at(-0.06, -0.3), at(0.06, 0.7), at(0.3, 0.3)), cloth)
    .fill(
      either(line(at(0, -0.75), at(1.15, 0.35), size / 36), line(at(0, -0.75), at(-1.15, 0.35), size / 36)),
      ink,
    )
    .fill(line(at(-0.58, 0.05), at(0.58, 0.05), size / 60), veil(ink, 0.7));
};

/** A swept wing on two lines. */
export const wing: DrawKite = (canvas, place) => {
  const { size, cloth = rust, trim = sun } = place;
  const at = pointsOf(place);
  flyingLine(canvas, at(-0.25, 0.1), place, -0.5);
  flyingLine(canvas, at(0.25, 0.1), place, -0.3);
  for (const side of [-1, 1]) {
    canvas
      .fill(
        polygon(at(0, -0.7), at(side * 1.2, 0.45), at(side * 0.7, 0.28), at(side * 0.34, 0.4), at(0, 0.1)),
        cloth,
      )
      .fill(polygon(at(0, -0.7), at(side * 1.2, 0.45), at(side * 0.55, 0.02)), trim)
      .fill(line(at(0, -0.7), at(side * 1.2, 0.45), size / 36), ink);
  }
};

/** Two bands of cloth on four long spars. */
export const boxKite: DrawKite = (canvas, place) => {
  const { size, cloth = teal, trim = paper } = place;
  const at = pointsOf(place);
  flyingLine(canvas, at(-0.4, -0.1), place, -1.7);
  const [shiftX, shiftY] = [0.42, -0.24];
  for (const top of [-0.9, 0.35]) {
    const back = [
      at(-0.4 + shiftX, top + shiftY),
      at(0.4 + shiftX, top + shiftY),
      at(0.4 + shiftX, top + 0.5 + shiftY),
      at(-0.4 + shiftX, top + 0.5 + shiftY),
    ];
    const front = [at(-0.4, top), at(0.4, top), at(0.4, top + 0.5), at(-0.4, top + 0.5)];
    const flank = [
      at(0.4, top),
      at(0.4 + shiftX, top + shiftY),
      at(0.4 + shiftX, top + 0.5 + shiftY),
      at(0.4, top + 0.5),
    ];
    canvas
      .fill(polygon(...back), veil(cloth, 0.55))
      .fill(polygon(...flank), trim)
      .fill(polygon(...front), cloth);
  }
  for (const [x, y] of [
    [-0.4, 0],
    [0.4, 0],
    [-0.4 + shiftX, shiftY],
    [0.4 + shiftX, shiftY],
  ] as const)
    canvas.fill(line(at(x, -1 + y), at(x, 0.95 + y), size / 34), ink);
};

/** Cloth without spars, held open by the wind. */
export const sled: DrawKite = (canvas, place) => {
  const { size, cloth = sun, trim = coral } = place;
  const at = pointsOf(place);
  flyingLine(canvas, at(0, 1.7), place, 0.9);
  for (const side of [-1, 1]) canvas.fill(line(at(side * 0.95, 0.25), at(0, 1.7), size / 60), veil(ink, 0.6));
  const body = polygon(
    at(-0.55, -0.85),
    at(0.55, -0.85),
    at(0.95, 0.25),
    at(0.5, 0.8),
    at(-0.5, 0.8),
    at(-0.95, 0.25),
  );
  canvas.fill(body, cloth);
  for (const x of [-0.36, 0, 0.36]) canvas.fill(both(body, box(at(x, 0), [size * 0.16, size * 2])), trim);
  canvas.fill(circle(at(0, 0.45), size * 0.13), paper);
};

/** A hexagon as tall as a person. */
export const hexagon: DrawKite = (canvas, place) => {
  const { size, cloth = paper, trim = rust } = place;
  const at = pointsOf(place);
  flyingLine(canvas, at(0, 0), place, 1.4);
  const body = polygon(
    at(0, -1.25),
    at(0.75, -0.65),
    at(0.75, 0.65),
    at(0, 1.25),
    at(-0.75, 0.65),
    at(-0.75, -0.65),
  );
  canvas
    .fill(body, cloth)
    .fill(both(body, circle(at(0, -0.1), size * 0.46)), trim)
    .fill(both(body, box(at(0, 1), [size * 2, size * 0.3])), trim);
  for (const y of [-0.65, 0.65]) canvas.fill(line(at(-0.75, y), at(0.75, y), size / 30), ink);
  canvas.fill(line(at(0, -1.25), at(0, 1.25), size / 30), ink);
};

/** A small paper bird for indoor use. */
export const glider: DrawKite = (canvas, place) => {
  const { size, cloth = sand, trim = rust } = place;
  const at = pointsOf(place);
  flyingLine(canvas, at(0, 0.1), place, 0.5);
  for (const side of [-1, 1]) {
    canvas
      .fill(
        polygon(at(0, -0.25), at(side * 1.15, -0.5), at(side * 1.02, -0.05), at(side * 0.3, 0.3), at(0, 0.2)),
        cloth,
      )
      .fill(polygon(at(side * 0.62, -0.38), at(side * 1.15, -0.5), at(side * 1.02, -0.05)), trim);
  }
  canvas
    .fill(polygon(at(-0.26, 0.85), at(0.26, 0.85), at(0, 0.1)), trim)
    .fill(line(at(0, -0.62), at(0, 0.8), size / 24), ink)
    .fill(circle(at(0, -0.55), size * 0.13), cloth);
};
