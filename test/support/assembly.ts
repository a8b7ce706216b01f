import { assemble } from '../../src/server/assembly.ts';
import { features } from '../../src/server/features.ts';

/** The service as its own features make it. */
export const assembly = assemble(features);
export const { dashboardRoutes, declared, projectParts, scheduledKinds, shardable } = assembly;
export const { routes, modules } = assembly.surface;
export const { collections } = declared;
