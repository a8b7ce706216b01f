import type { EditorEntry } from '../../../../../src/content/entries/editor/editor-schema.ts';
import type { ContentType } from '../../../../../src/content/types/schema.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import { useProjectApi, useProjectQuery, useRefresh } from '../../../api/project.ts';
import type { SearchResult } from './search.ts';

/** Creates a draft of the referenced type, named by the search words; undefined for links to built-in content. */
export function useCreateEntry({ type, options }: Field) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const slug = type === 'reference' || type === 'reference_list' ? (options.content_type ?? '') : '';
  const { data: target } = useProjectQuery<ContentType>('schema', `/v1/schema/content-types/${slug}`, {
    enabled: slug !== '',
  });
  if (slug === '' || target === undefined || target.display_field === null) return undefined;
  const { display_field } = target;
  return {
    label: (words: string) => `Create ${target.name} “${words}”`,
    run: async (words: string): Promise<SearchResult> => {
      const values = { [display_field]: words };
      const entry = await api.post<EditorEntry>(`/content/${slug}/entries`, { values });
      await refresh('content');
      return {
        id: entry.id,
        detail: null,
        target: {
          kind: 'entry',
          title: entry.title,
          slug: null,
          live: false,
          content_type: slug,
          image: null,
        },
      };
    },
  };
}
