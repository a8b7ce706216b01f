import { describe, expect, it } from 'vitest';
import { editAttributes } from '../src/preview/attributes.ts';
import { readMessage } from '../src/preview/messages.ts';

describe('editAttributes', () => {
  const edit = editAttributes(true);

  it.each([
    ['a field of an item', edit({ id: 'ent_01' }, 'title'), { 'data-galley': 'ent_01#title' }],
    ['an item', edit({ id: 'ent_01' }), { 'data-galley': 'ent_01' }],
    ['a singleton', edit({ singleton: 'home' }, 'headline'), { 'data-galley': 'type:home#headline' }],
    ['nothing', edit(null, 'title'), {}],
  ])('marks %s', (_of, attributes, expected) => {
    expect(attributes).toEqual(expected);
  });

  it('names the language of a text from another locale', () => {
    const article = { id: 'art_01', fallbacks: { body: 'en' } };
    const language = { lang: 'en', dir: 'auto' };
    expect(edit(article, 'body')).toEqual({ 'data-galley': 'art_01#body', ...language });
    expect(editAttributes(false)(article, 'body')).toEqual(language);
    expect(editAttributes(false)(article, 'title')).toEqual({});
  });

  it('marks nothing outside of a preview', () => {
    const published = editAttributes(false);
    expect([published({ id: 'ent_01' }, 'title'), published({ singleton: 'home' })]).toEqual([{}, {}]);
  });
});

describe('readMessage', () => {
  const text = { galley: 1, type: 'text', session: 's', target: 'ent_01#title', from: '', to: 'A' };
  /** Fills the message up to the largest size. */
  const sized = (length: number) => ({
    ...text,
    to: 'x'.repeat(length - JSON.stringify({ ...text, to: '' }).length),
  });

  it.each([
    { galley: 1, type: 'hello', session: 's', version: 1, mode: 'edit' },
    text,
    { galley: 1, type: 'changed', session: 's', id: 'ent_01', revision: 2 },
    { galley: 1, type: 'focus', session: 's', target: null },
    { galley: 1, type: 'mode', session: 's', mode: 'browse' },
    { galley: 1, type: 'token', session: 's', token: 'pv_x' },
    sized(65_536),
  ])('reads %o', (message) => {
    expect(readMessage(message)).toEqual(message);
  });

  it.each([
    ['no object', 'galley'],
    ['null', null],
    ['another protocol', { ...text, galley: 2 }],
    ['no session', { ...text, session: undefined }],
    ['an unknown type', { ...text, type: 'html' }],
    ['a type of the prototype', { ...text, type: 'toString' }],
    ['a missing field', { ...text, to: undefined }],
    ['a field of another type', { ...text, from: { html: '<b>' } }],
    ['an unknown mode', { galley: 1, type: 'mode', session: 's', mode: 'admin' }],
    ['a message that is too large', sized(65_537)],
  ])('reads nothing from %s', (_of, message) => {
    expect(readMessage(message)).toBeNull();
  });
});
