import { Canvas, type Colour, gradient, hex, type Shape, veil } from './canvas.ts';
import { clay, coral, deep, dusk, foam, ink, paper, plum, rust, sand, sun, teal } from './palette.ts';
import { both, box, circle, either, line, type Point, polygon, swell } from './shapes.ts';

/** How a kite is cut and coloured. */
export interface Kite {
  cut: 'diamond' | 'delta' | 'box' | 'sled' | 'rokkaku';
  sail: Colour;
  second: Colour;
}

/** The eight kites of the shop. */
export const kites: readonly Kite[] = [
  { cut: 'diamond', sail: coral, second: sun },
  { cut: 'delta', sail: teal, second: paper },
  { cut: 'box', sail: rust, second: sand },
  { cut: 'sled', sail: deep, second: foam },
  { cut: 'rokkaku', sail: plum, second: coral },
  { cut: 'diamond', sail: foam, second: deep },
  { cut: 'delta', sail: sun, second: rust },
  { cut: 'rokkaku', sail: dusk, second: sun },
];

const skies: readonly (readonly [Colour, Colour])[] = [
  [hex('#dbeef0'), hex('#f7ead2')],
  [hex('#fbe6cf'), hex('#f6c7a2')],
  [hex('#d9ece3'), hex('#f4f0dc')],
  [hex('#f7e3c4'), hex('#f3b98c')],
];

/** A kite alone in the sky, for its page in the shop. */
export function productPicture(kite: Kite, index: number): Canvas {
  const [top, bottom] = skies[index % skies.length] ?? [sand, paper];
  const canvas = new Canvas(800, 800).background(gradient(top, bottom, 0, 800));
  canvas.fill(circle([610, 210], 90), veil(paper, 0.55));
  cloud(canvas, [170, 610], 1);
  cloud(canvas, [640, 690], 0.8);
  drawKite(canvas, kite, [400, 350], 1);
  return canvas;
}

/** Dunes under a sky with kites in it; `far` ones are small. */
export function duneScene(
  sky: readonly [Colour, Colour],
  flown: readonly { kite: Kite; at: Point; size: number }[],
): Canvas {
  const canvas = new Canvas(1200, 630).background(gradient(sky[0], sky[1], 0, 520));
  cloud(canvas, [180, 150], 0.9);
  cloud(canvas, [960, 220], 0.7);
  canvas.fill(swell(470, 14, 900, 120), veil(teal, 0.55));
  for (const { kite, at, size } of flown) drawKite(canvas, kite, at, size);
  canvas.fill(swell(500, 26, 760, 60), hex('#e9cfa3'));
  canvas.fill(swell(556, 20, 520, 240), clay);
  for (const x of [140, 190, 460, 520, 870, 930, 1090]) {
    canvas
      .fill(line([x, 600], [x + 12, 540], 4), hex('#7d8a55'))
      .fill(line([x + 8, 600], [x - 8, 552], 4), hex('#94a066'));
  }
  return canvas;
}

function cloud(canvas: Canvas, [x, y]: Point, size: number): void {
  const puffs = [-70, -20, 40, 85].map((dx, i) =>
    circle([x + dx * size, y - (i % 2) * 22 * size], (38 + (i % 2) * 12) * size),
  );
  canvas.fill(
    either(...puffs, box([x + 10 * size, y + 18 * size], [230 * size, 40 * size], 20 * size)),
    veil(paper, 0.75),
  );
}

function drawKite(canvas: Canvas, { cut, sail, second }: Kite, [x, y]: Point, size: number): void {
  const at = (dx: number, dy: number): Point => [x + dx * size, y + dy * size];
  const shade = veil(ink, 0.14);
  const tail = (from: Point) => {
    for (let i = 0; i < 6; i += 1) {
      const [a, b] = [i * 46, (i + 1) * 46].map((down): Point => [
        from[0] + Math.sin(down / 38) * 26 * size,
        from[1] + down * size,
      ]) as [Point, Point];
      canvas.fill(line(a, b, 5 * size), ink).fill(circle(b, 13 * size), i % 2 === 0 ? second : sail);
    }
  };
  if (cut === 'box') {
    const side: Shape = polygon(at(-60, -190), at(90, -230), at(90, 170), at(-60, 210));
    canvas.fill(polygon(at(-60, -190), at(90, -230), at(90, -90), at(-60, -50)), sail);
    canvas.fill(polygon(at(-60, 70), at(90, 30), at(90, 170), at(-60, 210)), sail);
    canvas.fill(polygon(at(90, -230), at(150, -190), at(150, -50), at(90, -90)), second);
    canvas.fill(polygon(at(90, 30), at(150, 70), at(150, 210), at(90, 170)), second);
    for (const [dx, top, bottom] of [
      [-60, -190, 210],
      [90, -230, 170],
      [150, -190, 210],
    ] as const)
      canvas.fill(line(at(dx, top), at(dx, bottom), 6 * size), ink);
    canvas.fill(both(side, polygon(at(20, -240), at(90, -240), at(90, 220), at(20, 220))), shade);
    return;
  }
  const outline = outlineOf(cut).map(([dx, dy]) => at(dx, dy));
  const foot = at(0, cut === 'delta' ? 90 : 210);
  if (cut !== 'sled') tail(foot);
  const whole = polygon(...outline);
  canvas.fill(whole, sail);
  canvas.fill(both(whole, polygon(at(0, -260), at(260, -260), at(260, 300), at(0, 300))), second);
  canvas.fill(both(whole, box(at(0, -30), [600 * size, 34 * size])), veil(paper, 0.85));
  canvas.fill(both(whole, polygon(at(0, -260), at(60, -260), at(60, 300), at(0, 300))), shade);
  canvas.fill(line(at(0, cut === 'sled' ? -170 : -210), foot, 6 * size), ink);
}

function outlineOf(cut: Kite['cut']): readonly Point[] {
  if (cut === 'delta')
    return [
      [0, -200],
      [260, 110],
      [0, 60],
      [-260, 110],
    ];
  if (cut === 'sled')
    return [
      [-120, -170],
      [120, -170],
      [210, -40],
      [120, 210],
      [-120, 210],
      [-210, -40],
    ];
  if (cut === 'rokkaku')
    return [
      [0, -230],
      [150, -130],
      [150, 110],
      [0, 210],
      [-150, 110],
      [-150, -130],
    ];
  return [
    [0, -220],
    [170, -50],
    [0, 210],
    [-170, -50],
  ];
}
