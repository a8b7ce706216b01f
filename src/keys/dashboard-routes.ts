import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../platform/http/dashboard-route.ts';
import { changeApiKey, createApiKey, listApiKeys, revokeApiKey } from './dashboard.ts';
import { ApiKey, ApiKeyList, ChangeApiKey, CreateApiKey, CreatedApiKey } from './schema.ts';

const owner = { scope: 'project', who: 'owner' } as const;
const KeyPath = Type.Object({ keyId: Type.String() });

export const keyScreenRoutes = [
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/keys',
    summary: 'Lists the keys of the project, revoked ones included, oldest first.',
    input: {},
    output: ApiKeyList,
    run: listApiKeys,
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/keys',
    summary: 'Makes a key; a secret one is shown this once.',
    errors: ['invalid_key_purpose', 'invalid_key_expiry', 'invalid_field_value', 'limit_reached'],
    status: 201,
    stepUp: true,
    input: { body: CreateApiKey },
    output: CreatedApiKey,
    run: (call, { body }) => createApiKey(call, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'PATCH',
    path: '/keys/:keyId',
    summary: 'Renames a key, or gives a publishable one another list of origins.',
    input: { path: KeyPath, body: ChangeApiKey },
    output: ApiKey,
    run: (call, { path, body }) => changeApiKey(call, path.keyId, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'DELETE',
    path: '/keys/:keyId',
    summary: 'Revokes a key: its next request is refused.',
    input: { path: KeyPath },
    output: ApiKey,
    run: (call, { path }) => revokeApiKey(call, path.keyId),
  }),
];
