import { Type } from '@sinclair/typebox';
import { Scopes } from '../accounts/index.ts';
import { Nullable, ReleaseRef } from '../contract/listing.ts';
import { Field, FieldGroup, Kind } from '../content/index.ts';
import { Locale, Project } from '../projects/index.ts';
import { Release } from '../lifecycle/index.ts';

const closed = { additionalProperties: false } as const;
const Json = Type.Record(Type.String(), Type.Unknown());

const Endpoint = Type.Object(
  {
    method: Type.String(),
    path: Type.String(),
    key: Type.Union([Type.Literal('any'), Type.Literal('secret')]),
    budget: Type.String(),
    summary: Type.String(),
    parameters: Type.Array(Type.String()),
  },
  { $id: 'Endpoint', ...closed },
);

const DescribedType = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    kind: Kind,
    display_field: Nullable(Type.String()),
    subtitle_field: Nullable(Type.String()),
    groups: Type.Optional(Type.Array(FieldGroup)),
    fields: Type.Array(Field),
    endpoints: Type.Array(Endpoint),
    response_shape: Json,
  },
  { $id: 'DescribedType', ...closed },
);

const DescribedBlock = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    description: Type.String(),
    display_field: Nullable(Type.String()),
    groups: Type.Optional(Type.Array(FieldGroup)),
    fields: Type.Array(Field),
    response_shape: Json,
  },
  { $id: 'DescribedBlock', ...closed },
);

const ModuleField = Type.Object(
  {
    key: Type.String(),
    type: Type.String(),
    nullable: Type.Boolean(),
    served: Type.Boolean(),
    written: Type.Boolean(),
    required: Type.Boolean(),
    schema: Json,
  },
  { $id: 'ModuleField', ...closed },
);

const Module = Type.Object(
  { endpoints: Type.Array(Endpoint), fields: Type.Record(Type.String(), Type.Array(ModuleField)) },
  { $id: 'Module', ...closed },
);

const Word = Type.Object({ name: Type.String(), about: Type.String() }, { additionalProperties: true });

const Conventions = Type.Object(
  {
    authentication: Json,
    pagination: Json,
    filtering: Type.Object(
      { operators_by_type: Type.Record(Type.String(), Type.Array(Type.String())) },
      { additionalProperties: true },
    ),
    fields: Json,
    rate_limits: Json,
    errors: Type.Object(
      {
        envelope: Type.Record(Type.String(), Type.String()),
        codes: Type.Array(
          Type.Object(
            {
              code: Type.String(),
              status: Type.Integer(),
              type: Type.String(),
              about: Type.String(),
              doc_url: Type.String(),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
    caching: Json,
    idempotency: Json,
    publishing: Json,
  },
  closed,
);

/** The response to `GET /v1/introspection` of a service with these built-in modules (specification: introspection). */
export const introspectionForm = (modules: readonly string[]) =>
  Type.Object(
    {
      project: Type.Object({ ...Project.properties }, closed),
      /** Only for keys with scopes. */
      key: Type.Optional(Type.Object({ scopes: Scopes }, closed)),
      preview: Type.Optional(
        Type.Object(
          { path: Type.String(), parameters: Type.Array(Type.String()), days_ahead_max: Type.Integer() },
          { ...closed, description: 'Where the key reads drafts, and the further parameters there.' },
        ),
      ),
      release: ReleaseRef,
      locales: Type.Optional(Type.Array(Locale, { description: 'Of projects with two or more.' })),
      releases: Type.Optional(Type.Array(Release, { description: 'Secret keys only.' })),
      content_types: Type.Array(DescribedType),
      /** Empty if the scopes of the key exclude the area. */
      modules: Type.Object(Object.fromEntries(modules.map((name) => [name, Module])), closed),
      core_endpoints: Type.Array(Endpoint),
      rich_text: Type.Object(
        { version: Type.Literal(2), nodes: Type.Array(Word), marks: Type.Array(Word), json_schema: Json },
        { additionalProperties: true },
      ),
      conventions: Conventions,
      blocks: Type.Optional(Type.Array(DescribedBlock)),
      relations: Type.Array(
        Type.Object(
          { from: Type.String(), field: Type.String(), to: Type.String(), many: Type.Boolean() },
          closed,
        ),
      ),
      webhooks: Type.Object(
        { events: Type.Array(Type.String()), headers: Json, signature: Json, retries: Json },
        { additionalProperties: true },
      ),
      limits: Json,
      api: Type.Object({ version: Type.Literal('v1'), service_version: Type.String() }, closed),
      $defs: Type.Record(Type.String(), Json, {
        description: 'The schemas to which each `response_shape` refers.',
      }),
    },
    { $id: 'Introspection', ...closed },
  );

/** An OpenAPI document, without the schemas of its parts. */
export const OpenApi = Type.Object(
  {
    openapi: Type.Literal('3.1.0'),
    info: Json,
    servers: Type.Array(Json),
    tags: Type.Array(Json),
    paths: Json,
    webhooks: Json,
    components: Json,
  },
  { $id: 'OpenApi', additionalProperties: true },
);
