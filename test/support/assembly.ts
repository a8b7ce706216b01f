import { assemble } from '../../src/process/assembly.ts';
import { features } from '../../src/features.ts';

/** The service as its own features make it. */
export const assembly = assemble(features);
export const { dashboardRoutes, declared, projectParts, scheduledKinds, shardable } = assembly;
export const { routes, modules } = assembly.surface;
export const { collections } = declared;
