import { eventNames } from '../../contract/events.ts';
import { exampleId } from '../../contract/ids.ts';
import { deliveryHeaders } from '../webhook-contract.ts';

export const eventTag = {
  name: 'Events',
  description: 'What webhook endpoints receive, signed; failed deliveries are repeated.',
};

/** What the service sends to webhook endpoints, one for each event (OpenAPI 3.1, `webhooks`). */
export function eventHooks(): Record<string, object> {
  return Object.fromEntries(eventNames.map((name) => [name, { post: hook(name) }]));
}

/** The body of every delivery (spec, "Delivery request"). */
export const deliverySchema = {
  type: 'object',
  required: ['id', 'event', 'created_at', 'data'],
  properties: {
    id: { type: 'string', description: 'The delivery, the same for every attempt.' },
    event: { type: 'string', enum: [...eventNames] },
    created_at: { type: 'string', description: 'RFC 3339, UTC.' },
    data: {
      type: 'object',
      description: 'Names what changed; the content itself is read again at `url`.',
      properties: {
        id: { type: 'string' },
        url: { type: ['string', 'null'], description: 'The path to read again.' },
      },
    },
  },
};

function hook(name: string): object {
  const parameters = Object.entries(deliveryHeaders)
    .filter(([header]) => header !== 'Content-Type')
    .map(([header, description]) => ({
      name: header,
      in: 'header',
      required: true,
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
          schema: { $ref: '#/components/schemas/Delivery' },
          example: {
            id: exampleId('delivery'),
            event: name,
            created_at: '2026-11-20T09:30:00.000Z',
            data: {
              id: exampleId('entry'),
              url: `/v1/content/page/${exampleId('entry')}`,
            },
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': { description: 'Refused: the delivery is tried again, five times in all.' },
    },
  };
}
