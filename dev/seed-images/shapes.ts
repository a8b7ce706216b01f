import type { Shape } from './canvas.ts';

export type Point = readonly [x: number, y: number];

export function circle([cx, cy]: Point, radius: number): Shape {
  return (x, y) => Math.hypot(x - cx, y - cy) - radius;
}

export function ring(centre: Point, radius: number, width: number): Shape {
  const edge = circle(centre, radius);
  return (x, y) => Math.abs(edge(x, y)) - width / 2;
}

/** A box with rounded corners, rotated by `degrees` around its center. */
export function box([cx, cy]: Point, [width, height]: Point, radius = 0, degrees = 0): Shape {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return (x, y) => {
    const [dx, dy] = [x - cx, y - cy];
    const right = Math.abs(dx * cos + dy * sin) - width / 2 + radius;
    const down = Math.abs(dy * cos - dx * sin) - height / 2 + radius;
    return Math.hypot(Math.max(right, 0), Math.max(down, 0)) + Math.min(Math.max(right, down), 0) - radius;
  };
}

/** A line with round ends. */
export function line([ax, ay]: Point, [bx, by]: Point, width: number): Shape {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  return (x, y) => {
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
    return Math.hypot(x - ax - dx * share, y - ay - dy * share) - width / 2;
  };
}

/** A polygon. Its corners can be clockwise or counterclockwise. */
export function polygon(...corners: readonly Point[]): Shape {
  const sides = corners.map((from, i) => {
    const to = corners[(i + 1) % corners.length] ?? from;
    return { from, to, edge: line(from, to, 0) };
  });
  return (x, y) => {
    let distance = Infinity;
    let isInside = false;
    for (const { from, to, edge } of sides) {
      distance = Math.min(distance, edge(x, y));
      const isLevel = from[1] > y !== to[1] > y;
      if (isLevel && x < ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]) + from[0])
        isInside = !isInside;
    }
    return isInside ? -distance : distance;
  };
}

/** The area below a wave. */
export function swell(level: number, height: number, length: number, shift: number): Shape {
  const turn = (2 * Math.PI) / length;
  return (x, y) => {
    const phase = (x - shift) * turn;
    const slope = height * turn * Math.cos(phase);
    return (level + height * Math.sin(phase) - y) / Math.hypot(1, slope);
  };
}

/** The area above `level`. */
export function above(level: number): Shape {
  return (_, y) => y - level;
}

export function both(...shapes: readonly Shape[]): Shape {
  return (x, y) => Math.max(...shapes.map((shape) => shape(x, y)));
}

export function either(...shapes: readonly Shape[]): Shape {
  return (x, y) => Math.min(...shapes.map((shape) => shape(x, y)));
}

export function without(shape: Shape, hole: Shape): Shape {
  return (x, y) => Math.max(shape(x, y), -hole(x, y));
}
