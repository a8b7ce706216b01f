export { RefusalCounter } from './counter.ts';
export { refusalsOf } from './read.ts';
