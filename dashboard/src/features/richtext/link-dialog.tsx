import type { Editor } from '@tiptap/react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProjectApi, useProjectQuery } from '../../api/project.ts';
import { useFieldHost } from '../fields/context.ts';
import { Picker } from '../fields/picker/picker.tsx';
import { type SearchResult, searchEverything, searchFiles } from '../fields/picker/search.ts';
import { type LinkAttributes, toHref } from './schema/link-mark.ts';

/** Links the selected text to a URL, or to content or a file of the project. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const api = useProjectApi();
  const { rememberTarget } = useFieldHost();
  const { data: types } = useProjectQuery<{ data: ContentType[] }>('schema', '/v1/schema/content-types');
  const link = (attrs: Partial<LinkAttributes>, title: string) => {
    const { empty } = editor.state.selection;
    const isInLink = editor.isActive('link');
    const chain = editor.chain().focus();
    const mark = { type: 'link', attrs };
    if (empty && !isInLink) chain.insertContent({ type: 'text', text: title, marks: [mark] }).run();
    else {
      const whole = chain.extendMarkRange('link');
      whole.setMark('link', { href: null, ref: null, title: null, ...attrs }).run();
    }
    onClose();
  };
  const pick = ({ id, target }: SearchResult) => {
    if (target.kind === 'url') return link({ href: id }, id);
    rememberTarget(id, target);
    link({ ref: { type: target.kind, id } }, target.title === '' ? 'Untitled' : target.title);
  };
  return (
    <Picker
      title="Link to a URL, content or a file"
      searchKey={`everything ${types?.data.length ?? 0}`}
      search={(words, signal) =>
        searchWithUrl(words, async () => {
          const content = searchEverything(api, types?.data ?? [], words, signal);
          return [...(await content), ...(await searchFiles(api, words, signal))];
        })
      }
      excludedIds={new Set()}
      onPick={pick}
      onClose={() => {
        onClose();
        editor.commands.focus();
      }}
    />
  );
}

/** If a URL was typed, lists it first. A full URL skips the search. */
async function searchWithUrl(words: string, search: () => Promise<SearchResult[]>): Promise<SearchResult[]> {
  const href = toHref(words);
  const results = href !== null && /^https?:/i.test(href) ? [] : await search();
  if (href === null) return results;
  const target = { kind: 'url', title: href, slug: null, live: true, content_type: null, image: null };
  return [{ id: href, target, detail: 'URL' }, ...results];
}
