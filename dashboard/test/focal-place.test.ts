import { describe, expect, it } from 'vitest';
import { describePoint, middle, moveByKey, focalPointAt } from '../src/screens/media/asset/focal-position.ts';

describe('the focal point of an image', () => {
  it.each([
    ['ArrowLeft', false, { x: 0.49, y: 0.5 }],
    ['ArrowRight', true, { x: 0.6, y: 0.5 }],
    ['ArrowUp', true, { x: 0.5, y: 0.4 }],
    ['ArrowDown', false, { x: 0.5, y: 0.51 }],
  ])('is moved by %s (with Shift: %s)', (key, isFar, place) => {
    expect(moveByKey(middle, key, isFar)).toEqual(place);
  });

  it('is put in the middle by Home, and moved by no other key', () => {
    expect(moveByKey({ x: 0, y: 1 }, 'Home', false)).toEqual(middle);
    for (const key of ['Enter', ' ', 'Tab', 'a']) expect(moveByKey(middle, key, false)).toBeNull();
  });

  it('stays in the image', () => {
    expect(moveByKey({ x: 0, y: 0.05 }, 'ArrowUp', true)).toEqual({ x: 0, y: 0 });
    expect(moveByKey({ x: 1, y: 0 }, 'ArrowRight', false)).toEqual({ x: 1, y: 0 });
  });

  it('is where the pointer is, in whole percents, and at the edge beyond it', () => {
    const box = { left: 100, top: 50, width: 300, height: 200 };

    expect(focalPointAt(box, { clientX: 200, clientY: 100 })).toEqual({ x: 0.33, y: 0.25 });
    expect(focalPointAt(box, { clientX: 50, clientY: 900 })).toEqual({ x: 0, y: 1 });
    expect(focalPointAt({ ...box, width: 0 }, { clientX: 200, clientY: 100 })).toEqual(middle);
  });

  it('is said in percents', () => {
    expect(describePoint({ x: 0.29, y: 0.58 })).toBe('29% from the left, 58% from the top');
  });
});
