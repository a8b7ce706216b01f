import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../../contract/limits.ts';
import { ApiKey } from '../keys/schema.ts';
import { OpenProject } from '../sign-in/schema.ts';

/** A project that a person creates in the dashboard. */
export const CreateProject = Type.Object(
  {
    name: Type.String({ 'x-nfc': true, minLength: 1, maxLength: limits.name_chars_max }),
    /** Can't be changed later. */
    private_media: Type.Optional(Type.Boolean()),
    /** Chosen once per project: a repeated request with this id creates no second project. */
    request_id: Type.String({ pattern: '^[A-Za-z0-9-]{16,64}$' }),
  },
  { $id: 'CreateProject', additionalProperties: false },
);
export type CreateProject = Static<typeof CreateProject>;

/**
 * The project and its first keys. Only this response contains the tokens; a repeated request gets no keys.
 */
export const CreatedProject = Type.Object(
  {
    project: OpenProject,
    keys: Type.Array(Type.Object({ key: ApiKey, token: Type.String() }, { additionalProperties: false })),
  },
  { $id: 'CreatedProject', additionalProperties: false },
);
export type CreatedProject = Static<typeof CreatedProject>;
