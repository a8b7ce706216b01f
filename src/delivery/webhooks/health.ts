import { queueState } from '../queue/service.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { endpointsOf } from './repository.ts';
import type { Endpoint, EndpointHealth, ShownEndpoint } from './schema.ts';
import { serializeEndpoint } from './serialize.ts';

export async function endpointWithHealth(db: ProjectDb, endpoint: Endpoint): Promise<ShownEndpoint> {
  return { ...endpoint, health: await healthOf(db, endpoint) };
}

/** The endpoints of the project that fail or were disabled by failures, with their health. */
export async function unhealthyEndpoints(db: ProjectDb): Promise<ShownEndpoint[]> {
  const all = (await endpointsOf(db)).map(serializeEndpoint);
  const unhealthy = all.filter(
    (endpoint) => endpoint.consecutive_failures > 0 || endpoint.disabled_reason === 'failures',
  );
  return withHealth(db, unhealthy);
}

export function withHealth(db: ProjectDb, endpoints: readonly Endpoint[]): Promise<ShownEndpoint[]> {
  return Promise.all(endpoints.map((endpoint) => endpointWithHealth(db, endpoint)));
}

/** Returns the health of an endpoint or a purge target. */
export async function healthOf(
  db: ProjectDb,
  endpoint: Pick<Endpoint, 'id' | 'enabled' | 'consecutive_failures'>,
): Promise<EndpointHealth> {
  const { waiting, held, last } = await queueState(db, endpoint.id);
  const state = !endpoint.enabled
    ? 'disabled'
    : endpoint.consecutive_failures > 0
      ? 'failing'
      : last === null
        ? 'unused'
        : 'healthy';
  const last_attempt = last === null ? null : { at: last.at, status: last.status, error: last.error };
  return { state, waiting, held, last_attempt };
}
