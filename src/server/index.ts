export { assemble, type Assembly } from './assembly.ts';
export { contextParts, type SystemContexts, systemContexts } from './create-context.ts';
export { features } from './features.ts';
export { sendingOf } from './worker/sending.ts';
