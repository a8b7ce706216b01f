import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../../core/http/index.ts';
import { changeApiKey, createApiKey, listApiKeys, revokeApiKey } from './dashboard.ts';
import { ApiKey, ApiKeyList, ChangeApiKey, CreateApiKey, CreatedApiKey } from './schema.ts';

const owner = { scope: 'project' } as const;
const KeyPath = Type.Object({ keyId: Type.String() });

export const keyScreenRoutes = [
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/keys',
    needs: 'manage',
    area: 'project',
    summary: 'Lists the keys of the project, revoked ones included, oldest first.',
    input: {},
    output: ApiKeyList,
    run: listApiKeys,
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/keys',
    needs: 'manage',
    area: 'project',
    audits: 'key.created',
    summary: 'Creates a key. The token of a secret key is returned only once.',
    errors: [
      'invalid_key_purpose',
      'invalid_key_expiry',
      'invalid_scope',
      'invalid_field_value',
      'limit_reached',
    ],
    status: 201,
    stepUp: true,
    input: { body: CreateApiKey },
    output: CreatedApiKey,
    run: (context, { body }) => createApiKey(context, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'PATCH',
    path: '/keys/:keyId',
    needs: 'manage',
    area: 'project',
    audits: 'key.changed',
    summary: 'Changes the name, origins or scopes of a key.',
    errors: ['unknown_key', 'nothing_to_update', 'invalid_field_value', 'invalid_scope', 'step_up_required'],
    input: { path: KeyPath, body: ChangeApiKey },
    output: ApiKey,
    run: (context, { path, body }) => changeApiKey(context, path.keyId, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'DELETE',
    path: '/keys/:keyId',
    needs: 'manage',
    area: 'project',
    audits: 'key.revoked',
    summary: 'Revokes a key. Its next request is rejected.',
    input: { path: KeyPath },
    output: ApiKey,
    run: (context, { path }) => revokeApiKey(context, path.keyId),
  }),
];
