import { route } from '../../core/http/index.ts';
import { Ping } from './schema.ts';
import { ping } from './service.ts';

export const keyRoutes = [
  route({
    method: 'GET',
    path: '/v1/ping',
    needs: 'read',
    area: 'any',
    summary: 'Checks the API key and returns its project.',
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
