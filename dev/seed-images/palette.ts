import { hex } from './canvas.ts';

/** The colors of the demo: ink, sea, sand and a warm light. */
export const ink = hex('#16243b');
export const dusk = hex('#2b3f63');
export const deep = hex('#1d5566');
export const teal = hex('#2f8a88');
export const foam = hex('#8fcfc4');
export const paper = hex('#fbf4e6');
export const sand = hex('#f1dcbc');
export const clay = hex('#d9a77c');
export const coral = hex('#ec7353');
export const rust = hex('#b94f3f');
export const sun = hex('#f5b955');
export const plum = hex('#5a3b5f');
