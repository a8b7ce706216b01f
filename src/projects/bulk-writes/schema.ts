import { type Static, Type } from '@sinclair/typebox';
import { exampleId } from '../../contract/ids.ts';

const closed = { additionalProperties: false } as const;

const Operation = Type.Object(
  {
    method: Type.String({ description: 'POST, PUT, PATCH or DELETE' }),
    path: Type.String({ description: 'the path of the single request, without a query string' }),
    body: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'the body of the single request' }),
    ),
    if_match: Type.Optional(Type.String({ description: 'the revision that the item must have' })),
  },
  { ...closed, 'x-operation': true, description: '{"method", "path", "body", "if_match"}' },
);
export type Operation = Static<typeof Operation>;

export const BulkWrites = Type.Object(
  {
    mode: Type.Optional(
      Type.Union([Type.Literal('each'), Type.Literal('all')], { description: 'each or all' }),
    ),
    operations: Type.Array(Operation, { minItems: 1, description: 'a list of at least one operation' }),
  },
  {
    $id: 'BulkWrites',
    ...closed,
    examples: [
      {
        mode: 'each',
        operations: [
          { method: 'POST', path: '/v1/blog/articles', body: { title: 'Light winds' } },
          {
            method: 'PATCH',
            path: '/v1/blog/articles/old-news',
            body: { publish: false },
            if_match: '4',
          },
        ],
      },
    ],
  },
);
export type BulkWrites = Static<typeof BulkWrites>;

const Warning = Type.Object(
  { code: Type.String(), message: Type.String(), param: Type.Optional(Type.String()) },
  { additionalProperties: true },
);

const OperationResult = Type.Object(
  {
    index: Type.Integer(),
    status: Type.Integer(),
    id: Type.Optional(Type.String()),
    slug: Type.Optional(Type.String()),
    revision: Type.Optional(Type.Integer()),
    location: Type.Optional(Type.String()),
    warnings: Type.Optional(Type.Array(Warning)),
    error: Type.Optional(
      Type.Object({ code: Type.String(), message: Type.String() }, { additionalProperties: true }),
    ),
  },
  closed,
);
export type OperationResult = Static<typeof OperationResult>;

export const BulkWriteResults = Type.Object(
  {
    mode: Type.Union([Type.Literal('each'), Type.Literal('all')]),
    counts: Type.Object({ in: Type.Integer(), succeeded: Type.Integer(), failed: Type.Integer() }, closed),
    results: Type.Array(OperationResult),
  },
  {
    $id: 'BulkWriteResults',
    ...closed,
    examples: [
      {
        mode: 'each',
        counts: { in: 2, succeeded: 1, failed: 1 },
        results: [
          {
            index: 0,
            status: 201,
            id: exampleId('blog_article'),
            slug: 'light-winds',
            revision: 1,
            location: '/v1/blog/articles/light-winds',
          },
          {
            index: 1,
            status: 409,
            error: {
              code: 'revision_conflict',
              message:
                'This item has changed in the meantime and is now at revision 5. Read it again and repeat your change.',
              current_revision: 5,
            },
          },
        ],
      },
    ],
  },
);
export type BulkWriteResults = Static<typeof BulkWriteResults>;
