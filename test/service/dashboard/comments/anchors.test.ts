import { beforeEach, describe, expect, it } from 'vitest';
import { expectDone, pluck, refusal } from '../../../support/content.ts';
import { draftBy, type Member, reviewSite, type ReviewSite } from '../../../support/reviews.ts';
import { startService, testLocales } from '../../../support/service.ts';

const service = await startService();

let site: ReviewSite;
beforeEach(async () => {
  site = await reviewSite(service);
});

const quote = { exact: 'nine o’clock', prefix: 'at ', suffix: '.' };
const start = (member: Member, item: string, anchor: object) =>
  member.does('POST', '/comments', { item, text: 'Ten?', anchor });
const anchorOf = async (member: Member, item: string) =>
  (await member.does('GET', `/comments?item=${item}`)).data[0].anchor;

const field = (key: string, type: string, more: object = {}) => ({ key, type, ...more });
const putType = async ({ project }: ReviewSite, fields: object[]) =>
  void expectDone(await project.secret.put('/v1/schema/content-types/story', { fields }));
const newStory = (member: Member, values: object) =>
  member.does('POST', '/content/story/entries', { values }) as Promise<{ id: string }>;

describe('the anchor of a thread', () => {
  it('on a passage survives edits around it, and says when the passage is gone', async () => {
    const { ada } = site;
    const { id } = await draftBy(ada, { title: 'Hours', body: 'We open at nine o’clock.' });
    const thread = await start(ada, id, { field: 'body', quote });
    expect(thread.anchor).toEqual({ field: 'body', block_id: null, quote, state: 'ok' });

    const save = (body: string | null) =>
      ada.does('PATCH', `/content/page/entries/${id}`, { values: { body } });
    await save('Now, we open daily at nine\n o’clock and close at five.');
    expect(await anchorOf(ada, id)).toMatchObject({ quote, state: 'ok' });
    await save('We open at ten.');
    expect(await anchorOf(ada, id)).toMatchObject({ quote, state: 'quote_changed' });
    await save(null);
    expect(await anchorOf(ada, id)).toMatchObject({ state: 'quote_changed' });
    await save('We open at nine o’clock.');
    expect(await anchorOf(ada, id)).toMatchObject({ state: 'ok' });
    expect((await ada.does('GET', '/comments')).data[0].anchor).toMatchObject({ state: null, field: 'body' });
  });

  it('on a passage of formatted text is found across paragraphs and formats', async () => {
    const { ada } = site;
    await putType(site, [field('title', 'string'), field('text', 'richtext')]);
    const { id } = await newStory(ada, { text: { markdown: 'We *open* at\n\n**nine** o’clock.' } });
    const across = { exact: 'open at nine o’clock', prefix: '', suffix: '' };
    expect((await start(ada, id, { field: 'text', quote: across })).anchor.state).toBe('ok');
    expect((await start(ada, id, { field: 'text' })).anchor).toMatchObject({ quote: null, state: 'ok' });
  });

  it('follows renamed fields, and stays when its field is removed', async () => {
    const { ada } = site;
    await putType(site, [field('title', 'string'), field('body', 'text')]);
    const { id } = await newStory(ada, { body: 'We open at nine o’clock.' });
    await start(ada, id, { field: 'body', quote });

    await putType(site, [field('title', 'string'), field('story', 'text', { renamed_from: 'body' })]);
    expect(await anchorOf(ada, id)).toMatchObject({ field: 'story', state: 'ok' });
    expect((await ada.does('GET', '/comments')).data[0].anchor.field).toBe('story');
    expect(
      refusal(await ada.send('POST', '/comments', { item: id, text: 'x', anchor: { field: 'body' } })),
    ).toEqual([400, 'invalid_field_value', 'anchor.field']);

    await putType(site, [field('title', 'string')]);
    expect(await anchorOf(ada, id)).toMatchObject({ quote, state: 'field_removed' });
  });

  it('on a block or on its field stays when the block is removed', async () => {
    const { ada, project } = site;
    const block = { fields: [field('text', 'text'), field('tone', 'string')] };
    expectDone(await project.secret.put('/v1/schema/blocks/part', block));
    await putType(site, [
      field('title', 'string'),
      field('parts', 'blocks', { options: { blocks: ['part'] } }),
    ]);
    const { id } = await newStory(ada, {
      parts: [{ block: 'part', values: { text: 'We open at nine o’clock.' } }],
    });
    const { draft } = await ada.does('GET', `/content/story/entries/${id}`);
    const block_id = draft.parts[0].id as string;

    const whole = await start(ada, id, { block_id });
    expect(whole.anchor).toEqual({ field: null, block_id, quote: null, state: 'ok' });
    const inside = await start(ada, id, { block_id, field: 'text', quote });
    expect(inside.anchor).toEqual({ field: 'text', block_id, quote, state: 'ok' });
    for (const [anchor, param] of [
      [{ block_id, field: 'none' }, 'anchor.field'],
      [{ block_id, quote }, 'anchor.quote'],
      [{ field: 'parts', quote }, 'anchor.quote'],
    ] as const)
      expect(refusal(await ada.send('POST', '/comments', { item: id, text: 'x', anchor }))).toEqual([
        ...[400, 'invalid_field_value'],
        param,
      ]);

    await ada.does('PATCH', `/content/story/entries/${id}`, { values: { parts: [] } });
    const anchors = pluck((await ada.does('GET', `/comments?item=${id}`)).data, 'anchor');
    expect(anchors).toMatchObject([
      { field: 'text', block_id, state: 'block_removed' },
      { field: null, block_id, state: 'block_removed' },
    ]);
  });

  it('in a further locale is about the text of that locale', async () => {
    const { ada, owner, project } = site;
    if (!testLocales.includes('de')) await owner.does('POST', '/locales', { code: 'de' });
    await putType(site, [field('title', 'string', { options: { localized: true } })]);
    const { id } = expectDone(
      await project.secret.post('/v1/content/story/entries', {
        values: { title: 'Kite' },
        locales: { de: { values: { title: 'Drachen' } } },
      }),
    ) as { id: string };
    const drachen = { exact: 'Drachen', prefix: '', suffix: '' };

    const german = await start(ada, id, { field: 'title', locale: 'de', quote: drachen });
    expect(german.anchor).toMatchObject({ locale: 'de', state: 'ok' });
    const english = await start(ada, id, { field: 'title', locale: 'en', quote: drachen });
    expect(english.anchor).toEqual({
      field: 'title',
      block_id: null,
      quote: drachen,
      state: 'quote_changed',
    });
  });

  it('on articles names their fields', async () => {
    const { ada } = site;
    const body = { markdown: 'We open at **nine** o’clock.' };
    const article = await ada.does('POST', '/blog/articles', { title: 'Hours' });
    await ada.does('PATCH', `/blog/articles/${article.id}`, { body });
    const thread = await start(ada, article.id, { field: 'body', quote });
    expect(thread).toMatchObject({
      item: { kind: 'blog_article', id: article.id, type: null, title: 'Hours' },
      ...{ release: null, anchor: { field: 'body', block_id: null, state: 'ok' } },
    });
    expect((await start(ada, article.id, { field: 'title' })).anchor.state).toBe('ok');
    for (const [anchor, param] of [
      [{ field: 'values' }, 'anchor.field'],
      [{ field: 'authors', quote }, 'anchor.quote'],
      [{ field: 'body', block_id: 'blk_1' }, 'anchor.block_id'],
    ] as const)
      expect(refusal(await ada.send('POST', '/comments', { item: article.id, text: 'x', anchor }))[2]).toBe(
        param,
      );
  });
});
