import { route } from '../../core/http/index.ts';
import { Ping } from './schema.ts';
import { ping } from './service.ts';

export const keyRoutes = [
  route({
    method: 'GET',
    path: '/v1/ping',
    needs: 'read',
    area: 'any',
    summary: 'Confirms that the key resolves and names its project.',
    scope: 'project',
    key: 'any',
    budget: 'read',
    volatile: true,
    errors: [],
    input: {},
    output: Ping,
    run: ping,
  }),
];
