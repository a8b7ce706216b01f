import { type TSchema, Type } from '@sinclair/typebox';
import { tagsMax } from '../../contract/events/cache-tags.ts';
import { eventPayloads } from '../../contract/events/event-payloads.ts';
import { type EventName, eventNames } from '../../contract/events/events.ts';
import { exampleId } from '../../contract/ids.ts';
import { Timestamp } from '../../contract/listing.ts';
import type { JsonSchema, SchemaBook } from '../schema-book.ts';
import { deliveryHeaders, webhookHeaders } from '../describe/webhook-contract.ts';
import { exampleOf } from './examples.ts';

export const eventTag = {
  name: 'Events',
  description: 'The signed requests to webhook endpoints. Failed deliveries are repeated.',
};

/** The requests to webhook endpoints, one for each event (OpenAPI 3.1, `webhooks`). */
export function eventHooks(responseSchemas: SchemaBook): Record<string, object> {
  return Object.fromEntries(
    eventNames.map((name) => [name, { post: webhookOf(name, responseSchemas.add(delivery(name))) }]),
  );
}

const tags = Type.Array(Type.String(), {
  maxItems: tagsMax.event,
  description: 'The cache tags of the change, only for endpoints that request them.',
});

/**
 * The body of a delivery (specification: delivery-request), without references: client generators that read only `paths`
 * omit schemas that only webhooks refer to, and then fail on the references.
 */
function delivery(name: EventName): TSchema {
  return Type.Object({
    id: Type.String({ description: 'The id of the delivery, equal for all attempts.' }),
    event: Type.Literal(name),
    created_at: Timestamp,
    data: withoutNames(
      Type.Object(
        { ...eventPayloads[name].properties, tags: Type.Optional(tags) },
        {
          additionalProperties: false,
          description: 'Identifies what changed. Read the content at `url`.',
        },
      ),
    ),
  });
}

function withoutNames(schema: TSchema): TSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value)),
  ) as TSchema;
}

const slug = 'flying-in-light-winds';
/** Example data of events, by the beginning of the event name. */
const subjects: readonly (readonly [string, object])[] = [
  ['content.entry.', { id: exampleId('entry'), type: 'page', url: `/v1/content/page/${exampleId('entry')}` }],
  ['content.type.', { slug: 'page', name: 'Page', url: '/v1/schema/content-types/page' }],
  ['media.', { id: exampleId('media') }],
  ['release.', { id: exampleId('release'), name: 'Spring', url: `/v1/releases/${exampleId('release')}` }],
  ['blog.', { id: exampleId('blog_article'), slug, url: `/v1/blog/articles/${slug}` }],
  ['kb.', { id: exampleId('kb_article'), slug, url: `/v1/kb/articles/${slug}` }],
];

function exampleData(name: EventName, body: JsonSchema): object {
  const { data } = exampleOf(body, {}, false) as { data: object };
  return { ...data, ...subjects.find(([start]) => name.startsWith(start))?.[1] };
}

function webhookOf(name: EventName, body: JsonSchema): object {
  const parameters = Object.entries(webhookHeaders)
    .filter(([header]) => header !== 'Content-Type')
    .map(([header, description]) => ({
      name: header,
      in: 'header',
      required: Object.hasOwn(deliveryHeaders, header),
      description,
      schema: { type: 'string' },
    }));
  return {
    operationId: `on${name.replace(/(^|\.)([a-z])/g, (_match, _dot, letter: string) => letter.toUpperCase())}`,
    summary: name,
    tags: [eventTag.name],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: body,
          example: {
            id: exampleId('delivery'),
            event: name,
            created_at: '2026-11-20T09:30:00.000Z',
            data: exampleData(name, body),
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': { description: 'Rejected: the delivery is tried again, five times in all.' },
    },
  };
}
