import { Canvas, type Colour, gradient, hex, type Paint, veil } from './canvas.ts';
import { clay, coral, deep, foam, ink, paper, rust, sand, sun, teal } from './palette.ts';
import { above, both, box, circle, either, line, polygon, ring, swell } from './shapes.ts';

const side = 800;

/** A wall with a disc, and a table with a shadow on it. */
function scene(wall: Paint, disc: Colour, table: Colour, shadowWidth: number): Canvas {
  return new Canvas(side, side)
    .background(wall)
    .fill(circle([400, 370], 270), disc)
    .fill(box([400, 720], [side, 200]), table)
    .fill(box([415, 634], [shadowWidth, 26], 13), veil(ink, 0.22));
}

export function teapot(): Canvas {
  const canvas = scene(gradient(hex('#f9ead2'), sand, 0, side), hex('#f3c9a5'), hex('#8f5d45'), 430);
  const body = both(circle([390, 480], 168), above(628));
  return canvas
    .fill(ring([570, 470], 72, 30), rust)
    .fill(polygon([262, 430], [262, 540], [150, 420], [128, 360], [176, 352]), coral)
    .fill(body, coral)
    .fill(both(body, box([500, 480], [130, 400])), veil(rust, 0.4))
    .fill(both(body, box([390, 470], [400, 26])), paper)
    .fill(both(body, box([390, 505], [400, 8])), paper)
    .fill(both(circle([390, 372], 92), above(356)), rust)
    .fill(box([390, 352], [210, 18], 9), ink)
    .fill(circle([390, 270], 22), ink);
}

export function lamp(): Canvas {
  const canvas = scene(gradient(hex('#1b3a4b'), deep, 0, side), veil(teal, 0.45), hex('#12222f'), 300);
  return canvas
    .fill(polygon([420, 300], [560, 236], [760, 620], [330, 620]), veil(sun, 0.28))
    .fill(line([330, 620], [250, 400], 18), sand)
    .fill(line([250, 400], [430, 220], 18), sand)
    .fill(circle([250, 400], 20), coral)
    .fill(
      both(circle([496, 276], 74), polygon([380, 330], [600, 226], [640, 420], [440, 440])),
      hex('#fff0c4'),
    )
    .fill(polygon([390, 322], [420, 210], [492, 178], [590, 232]), coral)
    .fill(circle([432, 214], 18), sand)
    .fill(both(box([330, 622], [210, 44], 22), above(632)), coral);
}

export function mug(): Canvas {
  const canvas = scene(
    gradient(hex('#e3f1ea'), hex('#c9e4da'), 0, side),
    hex('#a7d6c9'),
    hex('#d8b48a'),
    360,
  );
  const body = box([385, 500], [270, 260], 34);
  for (const x of [320, 385, 450]) {
    canvas.fill(
      (px, py) => Math.max(Math.abs(px - x - 14 * Math.sin((py + x) / 26)) - 7, Math.abs(py - 275) - 60),
      veil(paper, 0.85),
    );
  }
  return canvas
    .fill(ring([528, 490], 66, 32), teal)
    .fill(either(body, box([385, 400], [270, 60], 6)), teal)
    .fill(both(body, box([480, 500], [90, 300])), veil(deep, 0.35))
    .fill(both(body, swell(520, 14, 90, 10)), deep)
    .fill(both(body, swell(566, 14, 90, 40)), foam)
    .fill(box([385, 376], [270, 22], 11), deep);
}

export function fern(): Canvas {
  const canvas = scene(
    gradient(hex('#fbeee0'), hex('#f4d9bd'), 0, side),
    veil(sun, 0.55),
    hex('#6f4a3a'),
    300,
  );
  for (const [turn, length, colour] of [
    [-62, 250, teal],
    [58, 250, teal],
    [-34, 310, deep],
    [32, 310, deep],
    [0, 340, hex('#267a74')],
  ] as const) {
    leaf(canvas, turn, length, colour);
  }
  return canvas
    .fill(polygon([280, 470], [520, 470], [486, 632], [314, 632]), coral)
    .fill(polygon([430, 470], [520, 470], [486, 632], [430, 632]), veil(rust, 0.5))
    .fill(box([400, 468], [276, 44], 8), rust)
    .fill(box([400, 488], [240, 6]), veil(clay, 0.6));
}

/** A pointed leaf that grows from the pot: where two circles overlap. */
function leaf(canvas: Canvas, degrees: number, length: number, colour: Colour): void {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [footX, footY] = [400, 460];
  const middle = [footX + (length / 2) * sin, footY - (length / 2) * cos] as const;
  const [radius, apart] = [length * 0.62, length * 0.36];
  const half = (sign: number) =>
    circle([middle[0] + sign * apart * cos, middle[1] + sign * apart * sin], radius);
  canvas.fill(both(half(1), half(-1)), colour);
  canvas.fill(
    line([footX, footY], [footX + length * 0.86 * sin, footY - length * 0.86 * cos], 4),
    veil(paper, 0.35),
  );
}
