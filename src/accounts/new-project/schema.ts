import { type Static, Type } from '@sinclair/typebox';
import { limits } from '../../contract/limits.ts';
import { ApiKey } from '../keys/schema.ts';
import { OpenProject } from '../sign-in/schema.ts';

/** A project that a person creates in the dashboard. */
export const CreateProject = Type.Object(
  {
    name: Type.String({ 'x-nfc': true, minLength: 1, maxLength: limits.name_chars_max }),
    /** Cannot be changed later. */
    private_media: Type.Optional(Type.Boolean()),
    /** Chosen once for one project: a repeated request with the same one creates no second project. */
    request_id: Type.String({ pattern: '^[A-Za-z0-9-]{16,64}$' }),
  },
  { $id: 'CreateProject', additionalProperties: false },
);
export type CreateProject = Static<typeof CreateProject>;

/** The project with its first keys, whose tokens this answer alone shows; a repetition of the request shows no keys. */
export const CreatedProject = Type.Object(
  {
    project: OpenProject,
    keys: Type.Array(Type.Object({ key: ApiKey, token: Type.String() }, { additionalProperties: false })),
  },
  { $id: 'CreatedProject', additionalProperties: false },
);
export type CreatedProject = Static<typeof CreatedProject>;
