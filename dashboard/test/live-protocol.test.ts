import { describe, expect, it } from 'vitest';
import { readSiteMessage } from '../src/features/live/connection/protocol.ts';

describe('readSiteMessage', () => {
  it.each([
    { galley: 1, type: 'ready', versions: [1, 2], path: '/' },
    { galley: 1, type: 'page', session: 's', path: '/', title: 'Kites', items: ['ent_1'] },
    { galley: 1, type: 'edit', session: 's', targets: ['ent_1#title'], node: 2 },
    { galley: 1, type: 'edit', session: 's', targets: Array.from({ length: 20 }, () => 'ent_1') },
    { galley: 1, type: 'rendered', session: 's', revision: 3 },
    { galley: 1, type: 'failed', session: 's', status: 401 },
  ])('reads %o', (message) => {
    expect(readSiteMessage(message)).toEqual(message);
  });

  it.each([
    ['a text', 'ready'],
    ['another protocol', { galley: 2, type: 'ready', versions: [1], path: '/' }],
    ['a message to the site', { galley: 1, type: 'token', session: 's', token: 'pv_x' }],
    ['a type of the prototype', { galley: 1, type: 'constructor', session: 's' }],
    ['a missing field', { galley: 1, type: 'page', session: 's', path: '/', title: 'Kites' }],
    ['too many items', { galley: 1, type: 'page', path: '/', title: '', items: Array(201).fill('ent_1') }],
    ['too many targets', { galley: 1, type: 'edit', targets: Array(21).fill('ent_1') }],
    ['targets that are no texts', { galley: 1, type: 'edit', targets: [{ html: '<b>' }] }],
    ['a negative node', { galley: 1, type: 'edit', targets: ['ent_1'], node: -1 }],
    ['a message that is too large', { galley: 1, type: 'ready', versions: [1], path: 'x'.repeat(65_536) }],
  ])('reads nothing from %s', (_of, message) => {
    expect(readSiteMessage(message)).toBeNull();
  });
});
