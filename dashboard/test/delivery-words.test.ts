import { describe, expect, it } from 'vitest';
import {
  countOf,
  definitionOf,
  entriesOf,
  groups,
  withProjectCode,
  type TaggedKind,
} from '../../src/contract/events/cache-tags.ts';
import { newId } from '../../src/contract/ids.ts';
import type { EditorTargets } from '../../src/contract/fields/links.ts';
import { behindWords, changeWords, tagWords } from '../src/screens/delivery/words.ts';

const project = 'prj_01jd2v8k3q5w7x9y0z1a2b3c4d';
const at = new Date('2026-11-23T09:30:00Z');
/** A group as it is sent. */
const sent = (group: string) => withProjectCode([group], project)[0] ?? '';
const nobody: EditorTargets = {};
const releaseName = () => 'Main';

function called(id: string, title: string): EditorTargets {
  return { [id]: { kind: 'author', title, slug: null, live: true, content_type: null, image: null } };
}

describe('a tag in words', () => {
  it.each<[string, string]>([
    [groups.all, 'everything'],
    [groups.types, 'the content types'],
    [groups.content, 'all entries'],
    [groups.blog, 'lists of the blog'],
    [groups.kb, 'lists of the knowledge base'],
    [groups.blogCounts, 'numbers of articles in the blog'],
    [groups.kbCounts, 'numbers of articles in the knowledge base'],
    [countOf('blog', newId('author', at)), 'numbers of articles in the blog'],
    [countOf('kb', newId('kb_section', at)), 'numbers of articles in the knowledge base'],
    [groups.authors, 'lists of authors'],
    [groups.categories, 'lists of categories'],
    [groups.shelves, 'the collections and sections'],
    [groups.media, 'all media'],
    [entriesOf('product-page'), 'lists of product-page'],
    [definitionOf('product-page'), 'the content type product-page'],
    ['test', 'nothing, as a test'],
  ])('%s: %s', (group, words) => {
    expect(tagWords(sent(group), nobody, releaseName)).toBe(words);
  });

  it.each(Object.values(groups))('is there for every group that the service tells: %s', (group) => {
    expect(tagWords(sent(group), nobody, releaseName)).not.toBe(sent(group));
  });

  const things = {
    entry: 'entry',
    blog_article: 'article',
    kb_article: 'help article',
    author: 'author',
    blog_category: 'category',
    kb_collection: 'collection',
    kb_section: 'section',
    media: 'file',
    release: 'release',
  } satisfies Record<TaggedKind | 'release', string>;

  it.each(Object.entries(things) as [keyof typeof things, string][])(
    'of one %s is its kind with its name, and never an id',
    (kind, word) => {
      const id = newId(kind, at);

      if (kind === 'release') return expect(tagWords(id, nobody, releaseName)).toBe('release Main');
      expect(tagWords(id, called(id, 'Nell'), releaseName)).toBe(`${word} Nell`);
      expect(tagWords(id, called(id, ''), releaseName)).toBe(`untitled ${word}`);
      expect(tagWords(id, nobody, releaseName)).toMatch(new RegExp(`^an? ${word}$`));
    },
  );

  it.each(['my_own_tag', 'shop', 'shop:1a2b3c4d', 'all', 'blog', 'prj_01jd2v8k3q5w7x9y0z1a2b3c4d'])(
    'that somebody made up stays as it is: %s',
    (tag) => {
      expect(tagWords(tag, nobody, releaseName)).toBe(tag);
    },
  );
});

describe('a change in words', () => {
  const author = newId('author', at);
  const names = called(author, 'Nell');

  it('names the thing before its groups, and begins with a capital', () => {
    expect(changeWords({ tags: [sent(groups.authors), author] }, names, releaseName)).toBe(
      'Author Nell, lists of authors',
    );
    expect(changeWords({ tags: [sent(groups.all)] }, nobody, releaseName)).toBe('Everything');
  });

  it('names the release only if nothing else is named', () => {
    const release = newId('release', at);
    expect(changeWords({ tags: [release, author] }, names, releaseName)).toBe('Author Nell');
    expect(changeWords({ tags: [release] }, names, releaseName)).toBe('Release Main');
  });

  it('says at most three of what it told, and how many more', () => {
    const tags = [groups.authors, groups.blog, groups.kb, groups.media].map(sent);

    expect(changeWords({ tags: tags.slice(0, 2) }, names, releaseName)).toBe(
      'Lists of authors, lists of the blog',
    );
    expect(changeWords({ tags: [...tags, author] }, names, releaseName)).toBe(
      'Author Nell, lists of authors, lists of the blog, 2 more',
    );
  });

  it('says once what several tags have in common', () => {
    const counts = [groups.blogCounts, countOf('blog', author), countOf('blog', newId('author', at))].map(
      sent,
    );

    expect(changeWords({ tags: counts }, names, releaseName)).toBe('Numbers of articles in the blog');
  });
});

describe('how far a target is behind, in words', () => {
  it.each([
    [{ changes: 0, everything: false }, 'Up to date'],
    [{ changes: 1, everything: false }, '1 change'],
    [{ changes: 12, everything: false }, '12 changes'],
    [{ changes: 0, everything: true }, 'Everything'],
  ])('%j: %s', (behind, words) => {
    expect(behindWords({ ...behind, since: null })).toBe(words);
  });
});
