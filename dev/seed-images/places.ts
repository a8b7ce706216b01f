import { Canvas, type Colour, gradient, hex, veil } from './canvas.ts';
import { boxKite, delta, diamond, hexagon, sled, wing } from './kites.ts';
import { clay, coral, deep, dusk, foam, ink, paper, plum, rust, sand, sun, teal } from './palette.ts';
import { both, box, circle, either, line, polygon, ring, swell } from './shapes.ts';

const width = 1200;
const height = 630;
const wood = hex('#a8744f');

function sky(top: Colour, bottom: Colour): Canvas {
  return new Canvas(width, height).background(gradient(top, bottom, 0, 460));
}

/** Sea in the background, sand in the foreground. */
function sands(canvas: Canvas): Canvas {
  return canvas
    .fill(box([600, 500], [width, 150]), teal)
    .fill(swell(452, 4, 260, 30), hex('#5fb3ac'))
    .fill(swell(488, 6, 330, 90), teal)
    .fill(swell(524, 9, 620, 60), foam)
    .fill(swell(534, 10, 640, 40), sand);
}

function person(canvas: Canvas, x: number, foot: number, coat: Colour): void {
  canvas
    .fill(box([x, foot - 24], [15, 34], 6), coat)
    .fill(line([x - 4, foot - 10], [x - 5, foot], 5), ink)
    .fill(line([x + 4, foot - 10], [x + 5, foot], 5), ink)
    .fill(circle([x, foot - 49], 7), clay);
}

export function kiteOverSands(): Canvas {
  const canvas = sky(hex('#8ecbd6'), hex('#f6ead3')).fill(circle([980, 130], 62), hex('#fdf0c8'));
  delta(canvas, { at: [430, 190], size: 170, cloth: deep, trim: paper });
  sands(canvas);
  person(canvas, 736, 590, rust);
  return canvas;
}

export function kiteDay(): Canvas {
  const canvas = sky(hex('#9fd3dc'), hex('#eef3e2'));
  const kites = [diamond, delta, sled, wing, hexagon, boxKite];
  const cloths = [coral, plum, sun, teal, rust, deep];
  for (let i = 0; i < 17; i += 1) {
    const at = [60 + ((i * 211) % 1090), 60 + ((i * 137) % 300)] as const;
    kites[i % 6]?.(canvas, {
      at,
      size: 24 + ((i * 7) % 26),
      cloth: cloths[(i * 5) % 6] ?? coral,
      trim: paper,
    });
  }
  sands(canvas);
  for (let i = 0; i < 12; i += 1)
    person(canvas, 60 + i * 84 + ((i * 29) % 40), 566 + ((i * 17) % 34), cloths[i % 6] ?? ink);
  return canvas
    .fill(box([1100, 596], [34, 15], 7), ink)
    .fill(circle([1121, 586], 8), ink)
    .fill(line([1088, 600], [1086, 612], 4), ink)
    .fill(line([1110, 600], [1112, 612], 4), ink)
    .fill(line([1084, 592], [1072, 582], 4), ink);
}

export function schoolField(): Canvas {
  const canvas = sky(hex('#bfe3e4'), hex('#f4f0dc'));
  for (let i = 0; i < 9; i += 1) {
    const cloth = [coral, sun, teal, plum, rust][i % 5] ?? coral;
    diamond(canvas, { at: [110 + i * 125, 110 + ((i * 83) % 170)], size: 44, cloth, trim: paper });
  }
  canvas.fill(swell(440, 16, 900, 200), hex('#86b57a')).fill(swell(500, 12, 700, 10), hex('#6ba06a'));
  for (let i = 0; i < 13; i += 1)
    person(canvas, 70 + i * 88, 540 + ((i * 37) % 60), [coral, teal, sun, plum, deep][i % 5] ?? ink);
  return canvas;
}

export function eveningFlight(): Canvas {
  const canvas = sky(dusk, hex('#f3a983')).fill(circle([900, 440], 90), sun);
  delta(canvas, { at: [400, 170], size: 150, cloth: coral, trim: sun });
  canvas.fill(swell(480, 8, 800, 60), plum);
  canvas
    .fill(box([300, 470], [520, 90]), ink)
    .fill(polygon([30, 430], [60, 380], [540, 380], [570, 430]), hex('#0e1a29'));
  for (let i = 0; i < 8; i += 1) canvas.fill(box([80 + i * 63, 470], [26, 34], 3), i === 5 ? paper : sun);
  return canvas.fill(swell(530, 10, 900, 300), ink);
}

/** The long room, seen toward its open doors, with a mark on the floor for each meter. */
export function ropewalk(): Canvas {
  const canvas = new Canvas(width, height).background(gradient(hex('#7b5640'), hex('#caa076'), 0, height));
  const [left, right, top, bottom] = [480, 720, 210, 400];
  canvas
    .fill(polygon([0, 0], [width, 0], [right, top], [left, top]), hex('#5d4134'))
    .fill(polygon([0, height], [width, height], [right, bottom], [left, bottom]), hex('#d8b48a'))
    .fill(box([600, 305], [240, 190]), hex('#bfe3e4'))
    .fill(box([600, 365], [240, 70]), teal)
    .fill(box([600, 390], [240, 22]), sand);
  for (let i = 0; i < 9; i += 1) {
    const near = 1 / (1 + i * 0.55);
    const spread = 120 + 480 * near;
    const y = bottom + (height - bottom) * near;
    canvas.fill(line([600 - spread * 0.9, y], [600 + spread * 0.9, y], 1 + 3 * near), veil(ink, 0.4));
    canvas.fill(
      line([600 - spread, top * (1 - near)], [600 + spread, top * (1 - near)], 4 + 14 * near),
      hex('#4a3329'),
    );
    for (const turn of [-1, 1])
      canvas.fill(
        line([600 + turn * spread, top * (1 - near)], [600 + turn * spread, y], 4 + 14 * near),
        hex('#6b4a38'),
      );
  }
  return canvas
    .fill(polygon([left, top], [400, 170], [400, 470], [left, bottom]), rust)
    .fill(polygon([right, top], [800, 170], [800, 470], [right, bottom]), rust);
}

export function cuttingTable(): Canvas {
  const canvas = new Canvas(width, height).background(hex('#d9c09a'));
  for (let x = 60; x < width; x += 60) canvas.fill(box([x, 315], [1.6, height]), veil(ink, 0.12));
  for (let y = 45; y < height; y += 60) canvas.fill(box([600, y], [width, 1.6]), veil(ink, 0.12));
  const panels: readonly [Colour, readonly (readonly [number, number])[]][] = [
    [
      coral,
      [
        [120, 480],
        [420, 100],
        [500, 480],
      ],
    ],
    [
      teal,
      [
        [480, 90],
        [820, 90],
        [560, 470],
      ],
    ],
    [
      sun,
      [
        [640, 500],
        [880, 120],
        [960, 500],
      ],
    ],
    [
      plum,
      [
        [930, 100],
        [1140, 100],
        [1010, 420],
      ],
    ],
  ];
  for (const [cloth, corners] of panels) {
    canvas.fill(polygon(...corners.map(([x, y]) => [x + 6, y + 9] as const)), veil(ink, 0.15));
    canvas.fill(polygon(...corners), cloth);
  }
  canvas.fill(box([560, 556], [900, 52], 4, -2), paper);
  for (let i = 0; i < 44; i += 1)
    canvas.fill(box([120 + i * 20, 545 - i * 0.7], [2, i % 5 === 0 ? 24 : 14], 0, -2), ink);
  return canvas
    .fill(ring([1060, 540], 26, 9), rust)
    .fill(ring([1118, 572], 26, 9), rust)
    .fill(either(line([1042, 520], [920, 400], 9), line([1092, 566], [930, 430], 9)), hex('#c9cfd6'));
}

export function clothRolls(): Canvas {
  const canvas = new Canvas(width, height).background(hex('#f0e3cd'));
  const colours = [coral, teal, sun, plum, foam, rust, deep, clay, dusk, sand];
  for (const [i, colour] of colours.entries()) {
    const x = 65 + i * 119;
    const roll = box([x, 300], [98, 470], 10);
    canvas.fill(box([x + 8, 312], [98, 470], 10), veil(ink, 0.15)).fill(roll, colour);
    for (let y = 80; y < 530; y += 18) canvas.fill(both(roll, box([x, y], [98, 1.4])), veil(paper, 0.3));
    for (let dx = -40; dx <= 40; dx += 16)
      canvas.fill(both(roll, box([x + dx, 300], [1.4, 470])), veil(paper, 0.3));
    canvas.fill(both(roll, box([x + 36, 300], [26, 470])), veil(ink, 0.16)).fill(circle([x, 60], 20), wood);
  }
  return canvas.fill(box([600, 582], [width, 96]), wood).fill(box([600, 540], [width, 12]), hex('#7f563a'));
}

export function workbench(): Canvas {
  const canvas = new Canvas(width, height).background(gradient(hex('#f7ead2'), hex('#eacfa4'), 0, 460));
  canvas
    .fill(box([330, 190], [380, 230], 6), hex('#bfe3e4'))
    .fill(box([330, 190], [8, 230]), paper)
    .fill(box([330, 190], [380, 8]), paper);
  for (const [i, colour] of [coral, teal, sun, rust, deep].entries())
    canvas
      .fill(box([680 + i * 90, 150], [16, 130 + i * 12], 6), wood)
      .fill(box([680 + i * 90, 96], [34, 46], 8), colour);
  canvas.fill(box([600, 520], [width, 220]), wood).fill(box([600, 416], [width, 18]), hex('#c99a6b'));
  for (const [i, x] of [120, 150, 180, 210].entries())
    canvas.fill(
      line([x, 396 - i * 5], [x + 640, 372 - i * 9], 9),
      i % 2 === 0 ? hex('#e9d2ad') : hex('#d4b183'),
    );
  canvas
    .fill(box([930, 366], [190, 60], 10), rust)
    .fill(box([900, 330], [70, 34], 12), ink)
    .fill(polygon([990, 336], [1020, 280], [1046, 286], [1022, 340]), wood);
  for (let i = 0; i < 9; i += 1)
    canvas.fill(ring([760 + ((i * 61) % 380), 398 - ((i * 13) % 10)], 9 + (i % 3) * 3, 3.5), sand);
  return canvas;
}

export function windGauge(): Canvas {
  const canvas = sky(hex('#a9cfe0'), hex('#eef3e2'))
    .fill(box([300, 150], [330, 70], 35), veil(paper, 0.8))
    .fill(circle([330, 120], 62), veil(paper, 0.8))
    .fill(box([940, 250], [280, 54], 27), veil(paper, 0.7));
  canvas.fill(line([620, 150], [620, 470], 12), ink);
  for (const [x, y] of [
    [500, 132],
    [740, 132],
    [640, 176],
  ] as const)
    canvas
      .fill(line([620, 150], [x, y], 7), ink)
      .fill(circle([x, y], 34), coral)
      .fill(circle([x - 9, y], 24), rust);
  canvas.fill(polygon([0, 630], [0, 560], [620, 400], [1200, 560], [1200, 630]), rust);
  for (let row = 0; row < 4; row += 1)
    for (let x = -20; x < 1240; x += 56)
      canvas.fill(
        both(
          polygon([0, 640], [0, 560], [620, 400], [1200, 560], [1200, 640]),
          ring([x + (row % 2) * 28, 440 + row * 52], 30, 4),
        ),
        veil(ink, 0.28),
      );
  return canvas.fill(
    either(line([0, 560], [620, 400], 12), line([620, 400], [1200, 560], 12)),
    hex('#7d3329'),
  );
}
