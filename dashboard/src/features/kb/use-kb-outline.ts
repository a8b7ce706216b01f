import type { KbOutline } from '../../../../src/modules/kb/editor/schema.ts';
import { localeQuery, useChosenLocale } from '../../api/locales.ts';
import { useProjectQuery } from '../../api/project.ts';

/** Reads the collections, sections and articles of the knowledge base in the chosen locale. */
export function useKbOutline({ refetchMs }: { refetchMs?: number } = {}) {
  return useProjectQuery<KbOutline>('kb', '/kb/tree', {
    query: localeQuery(useChosenLocale()),
    ...(refetchMs === undefined ? {} : { refetchMs }),
  });
}
