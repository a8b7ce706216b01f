import { Canvas, type Colour, gradient, hex, veil } from './canvas.ts';
import { boxKite, delta, diamond, type DrawKite, glider, hexagon, type Place, sled, wing } from './kites.ts';
import { clay, coral, deep, foam, ink, paper, plum, rust, sand, sun, teal } from './palette.ts';
import { box, circle, line, ring, swell } from './shapes.ts';

const side = 600;

const skies = {
  morning: [hex('#dff0ee'), hex('#f6ead3')],
  noon: [hex('#a9d9de'), hex('#e4f2e8')],
  evening: [hex('#f3a983'), hex('#fbe9cf')],
  night: [ink, deep],
} as const;

/** A sky with a cloud, and grass. */
function outdoors(sky: keyof typeof skies, ground: Colour): Canvas {
  const [top, bottom] = skies[sky];
  return new Canvas(side, side)
    .background(gradient(top, bottom, 0, side))
    .fill(circle([470, 120], 46), veil(paper, 0.5))
    .fill(box([455, 142], [170, 42], 21), veil(paper, 0.5))
    .fill(swell(560, 14, 700, 120), ground);
}

function flying(
  sky: keyof typeof skies,
  draw: DrawKite,
  { size, cloth, trim }: Required<Omit<Place, 'at'>>,
): Canvas {
  const canvas = outdoors(sky, sky === 'night' ? hex('#0e1a29') : hex('#9cc08c'));
  draw(canvas, { at: [300, 250], size, cloth, trim });
  return canvas;
}

export const tern = () => flying('noon', delta, { size: 200, cloth: teal, trim: paper });
export const curlew = () => flying('evening', delta, { size: 230, cloth: plum, trim: sun });
export const shearwater = () => flying('night', wing, { size: 220, cloth: foam, trim: sand });
export const gannet = () => {
  const canvas = flying('morning', hexagon, { size: 150, cloth: foam, trim: deep });
  return canvas
    .fill(line([300, 440], [300, 470], 3), ink)
    .fill(box([300, 490], [54, 38], 6), ink)
    .fill(circle([300, 490], 11), sun);
};
export const plover = () => flying('noon', diamond, { size: 150, cloth: coral, trim: paper });
export const bittern = () => flying('evening', hexagon, { size: 165, cloth: paper, trim: rust });
export const avocet = () => flying('morning', boxKite, { size: 190, cloth: deep, trim: coral });
export const sanderling = () => flying('noon', sled, { size: 160, cloth: sun, trim: coral });
export const lapwing = () => flying('morning', wing, { size: 220, cloth: teal, trim: sun });
export const redshank = () => flying('evening', wing, { size: 210, cloth: rust, trim: paper });

/** A hall with a lamp instead of grass. */
export function barnOwl(): Canvas {
  const canvas = new Canvas(side, side)
    .background(gradient(hex('#f4e3c8'), hex('#e8cda6'), 0, side))
    .fill(box([300, 570], [side, 80]), hex('#a8744f'))
    .fill(line([300, 0], [300, 60], 4), ink)
    .fill(circle([300, 84], 30), paper);
  glider(canvas, { at: [300, 300], size: 210, cloth: paper, trim: clay });
  return canvas;
}

/** The parts of ten kites: sheets of cloth and bundles of sticks. */
export function classKit(): Canvas {
  const canvas = bench();
  for (const [i, cloth] of [coral, teal, sun, plum, foam].entries())
    diamond(canvas, { at: [110 + i * 95, 190 + (i % 2) * 40], size: 62, cloth, trim: paper });
  canvas.fill(box([300, 470], [side, 260]), hex('#c99a6b'));
  for (let i = 0; i < 10; i += 1)
    canvas.fill(line([70, 390 + i * 15], [530, 384 + i * 15], 6), i % 2 === 0 ? paper : sand);
  return canvas.fill(box([300, 458], [26, 170], 6), rust);
}

/** Four spars with their end caps. */
export function sparSet(): Canvas {
  const canvas = bench();
  for (const [i, cap] of [coral, sun, teal, plum].entries()) {
    const y = 170 + i * 85;
    canvas
      .fill(line([70, y + 14], [530, y + 14], 14), veil(ink, 0.16))
      .fill(line([70, y], [530, y], 14), ink)
      .fill(line([70, y], [100, y], 20), cap)
      .fill(line([500, y], [530, y], 20), cap);
  }
  return canvas.fill(box([300, 500], [90, 24], 6), clay).fill(box([300, 494], [90, 8], 4), paper);
}

function bench(): Canvas {
  return new Canvas(side, side)
    .background(hex('#e9d2ad'))
    .fill(box([300, 150], [side, 3]), veil(clay, 0.5))
    .fill(box([300, 340], [side, 3]), veil(clay, 0.5))
    .fill(box([300, 520], [side, 3]), veil(clay, 0.5));
}

/** A hoop of ash wood, wound with line. */
function hoop(canvas: Canvas, centre: readonly [number, number], radius: number, thread: Colour): void {
  canvas
    .fill(ring([centre[0] + 8, centre[1] + 14], radius, 46), veil(ink, 0.16))
    .fill(ring(centre, radius, 46), hex('#b98450'))
    .fill(ring(centre, radius + 14, 6), veil(paper, 0.35));
  for (const turn of [-12, -6, 0, 6, 12]) canvas.fill(ring(centre, radius + turn, 3.4), thread);
}

export function ashWinder(): Canvas {
  const canvas = bench();
  hoop(canvas, [300, 290], 170, coral);
  return canvas.fill(line([430, 400], [600, 560], 3.4), coral);
}

export function pairedLines(): Canvas {
  const canvas = bench();
  hoop(canvas, [210, 250], 120, teal);
  hoop(canvas, [400, 370], 120, rust);
  return canvas.fill(line([290, 340], [330, 600], 3.4), teal).fill(line([480, 460], [520, 600], 3.4), rust);
}
