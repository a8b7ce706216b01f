import { Canvas, type Colour, gradient, hex, type Shape, veil } from './canvas.ts';
import { clay, coral, deep, dusk, foam, ink, paper, plum, rust, sand, sun, teal } from './palette.ts';
import { above, both, box, circle, either, line, polygon, ring, swell, without } from './shapes.ts';

const width = 1200;
const height = 630;

/** A boat before a low sun. */
export function harbour(): Canvas {
  const canvas = new Canvas(width, height).background(gradient(hex('#fbe9cf'), hex('#f3a983'), 0, 430));
  for (const [radius, alpha] of [
    [250, 0.25],
    [190, 0.35],
    [130, 1],
  ] as const) {
    canvas.fill(circle([830, 330], radius), veil(radius === 130 ? sun : hex('#fde3ae'), alpha));
  }
  canvas.fill(
    polygon([0, 420], [0, 350], [170, 300], [330, 352], [470, 330], [640, 400], [640, 420]),
    veil(plum, 0.55),
  );
  canvas.fill(swell(398, 7, 300, 40), hex('#5fb3ac'));
  for (const [y, half] of [
    [424, 96],
    [448, 72],
    [472, 84],
  ] as const) {
    canvas.fill(line([830 - half, y], [830 + half, y], 9), veil(sun, 0.75));
  }
  canvas.fill(swell(470, 10, 380, 160), teal);
  sailingBoat(canvas);
  canvas.fill(swell(528, 13, 460, 20), deep);
  return canvas.fill(swell(588, 12, 540, 260), ink);
}

function sailingBoat(canvas: Canvas): void {
  canvas
    .fill(polygon([392, 470], [392, 190], [250, 450]), paper)
    .fill(polygon([408, 450], [408, 230], [500, 450]), coral)
    .fill(line([400, 180], [400, 500], 8), ink)
    .fill(polygon([236, 478], [540, 478], [490, 548], [290, 548]), rust)
    .fill(polygon([236, 478], [540, 478], [531, 491], [246, 491]), paper);
}

/** A type case: every tile a sort with its own mark. */
export function typeCase(): Canvas {
  const tile = 105;
  const canvas = new Canvas(width, height).background(ink);
  const grounds = [paper, sand, coral, teal, dusk, sun, deep, plum];
  const inks = [ink, coral, paper, sand, sun, deep, foam, sand];
  for (let row = 0; row < 6; row += 1) {
    for (let column = 0; column < 12; column += 1) {
      const pick = (column * 5 + row * 7 + ((column * row) % 3)) % grounds.length;
      const mark = (column * 2 + row * 5 + Math.floor((column + row) / 3)) % 6;
      const [left, top] = [column * tile - 30, row * tile];
      const frame = box([left + tile / 2, top + tile / 2], [tile - 8, tile - 8], 10);
      canvas.fill(frame, grounds[pick] ?? paper);
      canvas.fill(both(frame, markOf(mark, left, top, tile)), inks[pick] ?? ink);
    }
  }
  return canvas;
}

function markOf(mark: number, left: number, top: number, tile: number): Shape {
  const [right, bottom] = [left + tile, top + tile];
  const [x, y] = [left + tile / 2, top + tile / 2];
  const marks: readonly Shape[] = [
    circle([x, y], tile * 0.27),
    without(circle([left + 4, bottom - 4], tile * 0.78), circle([left + 4, bottom - 4], tile * 0.4)),
    polygon([left, bottom], [right, bottom], [right, top]),
    either(box([x, y - 18], [62, 14], 7), box([x, y + 18], [62, 14], 7)),
    both(circle([x, y + 14], tile * 0.36), above(y + 14)),
    either(box([x, y], [18, 66], 4), box([x, y], [66, 18], 4)),
  ];
  return marks[mark] ?? circle([x, y], 20);
}

/** Sheets, one over another; the top one is marked. */
export function drafts(): Canvas {
  const canvas = new Canvas(width, height).background(gradient(hex('#2c6f78'), deep, 0, height));
  canvas.fill(circle([980, 120], 230), veil(teal, 0.5)).fill(circle([180, 560], 260), veil(ink, 0.35));
  const sheets = [
    { colour: clay, turn: -13, x: 520 },
    { colour: sand, turn: -6, x: 565 },
    { colour: paper, turn: 3, x: 620 },
  ];
  for (const { colour, turn, x } of sheets) {
    canvas
      .fill(box([x + 14, 352], [390, 500], 14, turn), veil(ink, 0.28))
      .fill(box([x, 335], [390, 500], 14, turn), colour);
  }
  const at = (dx: number, dy: number): readonly [number, number] => {
    const [sin, cos] = [Math.sin((3 * Math.PI) / 180), Math.cos((3 * Math.PI) / 180)];
    return [620 + dx * cos - dy * sin, 335 + dx * sin + dy * cos];
  };
  canvas.fill(box(at(-40, -185), [230, 34], 6, 3), ink).fill(box(at(0, -60), [310, 150], 8, 3), foam);
  canvas.fill(both(box(at(0, -60), [310, 150], 8, 3), polygon(at(-155, 15), at(-60, -85), at(10, 15))), teal);
  canvas.fill(both(box(at(0, -60), [310, 150], 8, 3), polygon(at(-40, 15), at(60, -55), at(155, 15))), deep);
  canvas.fill(circle(at(105, -98), 18), sun);
  [55, 90, 125, 160, 195].forEach((dy, i) => {
    const length = [310, 290, 310, 250, 150][i] ?? 300;
    canvas.fill(box(at((length - 310) / 2, dy), [length, 13], 6, 3), veil(ink, 0.22));
  });
  const ribbon = polygon([770, 70], [822, 73], [816, 190], [790, 166], [764, 187]);
  return canvas.fill(ribbon, coral);
}

/** A lighthouse at night, telling whoever listens. */
export function signals(): Canvas {
  const canvas = new Canvas(width, height).background(gradient(hex('#0f1a2e'), hex('#33507a'), 0, 480));
  for (let i = 0; i < 46; i += 1) {
    const [x, y] = [(i * 397 + 61) % width, (i * 151 + 23) % 330];
    canvas.fill(circle([x, y], 1.2 + (i % 3) * 0.7), veil(paper, 0.35 + (i % 4) * 0.15));
  }
  const lamp = [760, 196] as const;
  for (const [from, to] of [
    [40, 190],
    [250, 330],
  ] as const) {
    canvas.fill(polygon(lamp, [-20, from], [-20, to]), veil(sun, 0.2));
  }
  canvas.fill(polygon(lamp, [1240, 60], [1240, 230]), veil(sun, 0.24));
  for (const radius of [70, 118, 172]) canvas.fill(ring(lamp, radius, 3), veil(sun, 0.5 - radius / 450));
  canvas.fill(
    polygon([560, 640], [640, 500], [720, 470], [820, 474], [900, 520], [1000, 640]),
    hex('#101b2c'),
  );
  const tower = polygon([718, 490], [734, 232], [786, 232], [802, 490]);
  canvas.fill(tower, paper);
  for (const top of [280, 390]) canvas.fill(both(tower, box([760, top + 26], [120, 52])), coral);
  canvas.fill(both(tower, box([792, 360], [40, 300])), veil(ink, 0.16));
  canvas.fill(box([760, 232], [78, 12], 4), ink).fill(box([760, 200], [44, 56], 6), hex('#ffe6a6'));
  canvas.fill(box([760, 200], [5, 56]), ink).fill(polygon([728, 174], [792, 174], [760, 138]), rust);
  canvas.fill(box([760, 462], [20, 40], 9), ink);
  return canvas.fill(swell(540, 9, 340, 0), hex('#1c3f57')).fill(swell(584, 9, 420, 140), hex('#16314a'));
}

/** Two shelves of books, some of them leaning. */
export function shelf(): Canvas {
  const canvas = new Canvas(width, height).background(gradient(hex('#f8e8cf'), hex('#efd3ab'), 0, height));
  const covers = [deep, coral, teal, ink, sun, plum, foam, rust, dusk, clay];
  for (const [row, base] of [295, 575].entries()) {
    let left = 90;
    for (let i = 0; left < 1080; i += 1) {
      const seed = (i * 7 + row * 5) % 10;
      const [thick, tall] = [34 + ((seed * 13) % 30), 150 + ((seed * 37) % 70)];
      const isLeaning = (i + row * 4) % 9 === 6;
      const colour = covers[(i * 3 + row * 4) % covers.length] ?? ink;
      book(canvas, { left, base, thick, tall, colour, isLeaning });
      left += thick + (isLeaning ? 62 : 5);
    }
    canvas.fill(box([600, base + 14], [1080, 28], 5), hex('#8a5a3c'));
    canvas.fill(box([600, base + 34], [1050, 12]), veil(ink, 0.12));
  }
  return canvas;
}

interface Book {
  readonly left: number;
  readonly base: number;
  readonly thick: number;
  readonly tall: number;
  readonly colour: Colour;
  readonly isLeaning: boolean;
}

function book(canvas: Canvas, { left, base, thick, tall, colour, isLeaning }: Book): void {
  const turn = isLeaning ? 14 : 0;
  const lean = Math.sin((turn * Math.PI) / 180);
  const rise = (tall * Math.cos((turn * Math.PI) / 180) + thick * lean) / 2;
  const middle = [left + thick / 2 + (tall / 2) * lean, base - rise] as const;
  const at = (share: number): readonly [number, number] => [
    middle[0] + tall * share * lean,
    middle[1] - tall * share * Math.cos((turn * Math.PI) / 180),
  ];
  canvas.fill(box(middle, [thick, tall], 5, turn), colour);
  canvas.fill(box(at(0.34), [thick, 8], 0, turn), veil(paper, 0.75));
  canvas.fill(box(at(-0.36), [thick, 14], 0, turn), veil(paper, 0.4));
}

/** The moon through its phases, above the tide that it moves. */
export function tides(): Canvas {
  const canvas = new Canvas(width, height).background(gradient(hex('#3b2b52'), hex('#e08a6d'), 0, 470));
  const phases = [-0.95, -0.55, 0, 0.55, 0.95];
  phases.forEach((phase, i) => {
    const x = 200 + i * 200;
    const y = 250 - Math.round(90 * Math.cos((i - 2) * 0.55));
    const radius = i === 2 ? 78 : 56;
    const disc = circle([x, y], radius);
    canvas.fill(disc, veil(ink, 0.35));
    const lit = phase === 0 ? disc : without(disc, circle([x - phase * radius * 0.9, y], radius * 1.02));
    canvas.fill(lit, i === 2 ? hex('#fff1cf') : paper);
  });
  canvas.fill(swell(400, 16, 600, 100), hex('#b2606a'));
  canvas.fill(swell(450, 20, 520, 330), plum).fill(swell(510, 18, 640, 60), hex('#3a2d52'));
  return canvas.fill(swell(570, 16, 560, 300), ink);
}
