import { Canvas, type Colour, hex, type Shape, veil } from './canvas.ts';
import { coral, deep, ink, paper, plum, rust, sand, sun, teal } from './palette.ts';
import { above, both, box, circle, either, polygon, ring, without } from './shapes.ts';

const side = 400;

interface Person {
  readonly ground: Colour;
  readonly halo: Colour;
  readonly skin: Colour;
  readonly shirt: Colour;
  readonly hair: Colour;
  /** Hair behind the head, and hair over it. */
  readonly behind: Shape | null;
  readonly over: Shape;
}

const head = box([200, 180], [116, 144], 56);

function portrait(person: Person): Canvas {
  const canvas = new Canvas(side, side).background(person.ground).fill(circle([200, 200], 160), person.halo);
  if (person.behind !== null) canvas.fill(person.behind, person.hair);
  return canvas
    .fill(box([200, 400], [270, 230], 100), person.shirt)
    .fill(box([200, 262], [58, 90], 26), person.skin)
    .fill(both(box([200, 262], [58, 90], 26), circle([200, 196], 72)), veil(ink, 0.14))
    .fill(either(circle([140, 186], 15), circle([260, 186], 15)), person.skin)
    .fill(head, person.skin)
    .fill(person.over, person.hair);
}

export function ada(): Canvas {
  return portrait({
    ground: teal,
    halo: hex('#5fb3ac'),
    skin: hex('#e8b590'),
    shirt: ink,
    hair: hex('#5b2f24'),
    behind: either(circle([200, 160], 92), box([200, 220], [184, 150], 60)),
    over: without(both(circle([200, 158], 82), above(176)), circle([244, 204], 84)),
  })
    .fill(polygon([164, 296], [200, 344], [236, 296]), paper)
    .fill(circle([142, 216], 7), sun);
}

export function noor(): Canvas {
  return portrait({
    ground: plum,
    halo: hex('#86608b'),
    skin: hex('#8d5a3f'),
    shirt: sun,
    hair: hex('#1d1720'),
    behind: either(...[0, 1, 2, 3, 4, 5, 6].map((i) => circle(curl(i), 38))),
    over: either(...[0, 1, 2, 3, 4].map((i) => circle([148 + i * 26, 118 - Math.abs(2 - i) * -8], 24))),
  })
    .fill(either(ring([174, 186], 23, 5), ring([226, 186], 23, 5), box([200, 184], [10, 5])), paper)
    .fill(box([200, 306], [84, 16], 8), coral);
}

function curl(i: number): readonly [number, number] {
  const angle = Math.PI + (i / 6) * Math.PI;
  return [200 + 76 * Math.cos(angle), 150 + 72 * Math.sin(angle)];
}

export function teo(): Canvas {
  const face = box([200, 179], [98, 78], 30);
  return portrait({
    ground: sand,
    halo: hex('#e6c294'),
    skin: hex('#f0c9a6'),
    shirt: deep,
    hair: rust,
    behind: null,
    over: without(
      either(
        both(head, (_, y) => 190 - y),
        both(box([200, 170], [124, 136], 58), above(202)),
      ),
      face,
    ),
  })
    .fill(box([200, 216], [34, 7], 3), hex('#8a3a30'))
    .fill(polygon([150, 300], [200, 330], [250, 300], [250, 322], [200, 356], [150, 322]), coral);
}
