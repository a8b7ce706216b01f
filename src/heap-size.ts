import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's heap small while modules are loaded. Otherwise the young generation grows to its maximum, 32 MB that an
 * idle service would keep, and 16 MB of garbage stay. With these flags V8 collects earlier, and a start takes 6 % more
 * CPU time.
 */
export function limitHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--optimize-for-size');
}

/** Lets the heap grow with the load, which is V8's default. */
export function allowHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString('--no-optimize-for-size');
}
