import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EditorArticleRow } from '../../../src/articles/schema.ts';
import type { EditorRow } from '../../../src/content/editor-schema.ts';
import { useProject } from '../api/project.ts';

export type ItemKind = 'entry' | 'blog' | 'kb';

/** Something that people write, whatever it is stored as. */
export interface Item {
  id: string;
  title: string;
  /** What it is: the name of its type, "Blog", "Knowledge base". */
  kindName: string;
  /** The address of its editor, below the dashboard's; null while there is none. */
  href: string | null;
  status: string;
  hasChanges: boolean;
  updatedAt: string;
  scheduledFor: string | null;
}

/** Where each kind is edited. */
const editors: Readonly<Record<ItemKind, string>> = {
  entry: '/p/$projectId/entries/$type/$entryId',
  blog: '/p/$projectId/blog/$slug',
  kb: '/p/$projectId/kb/articles/$slug',
};

type AnyRow = EditorRow | EditorArticleRow;

/** Makes items of rows, with the addresses at which they are edited. */
export function useToItem(): (kind: ItemKind, kindName: string, row: AnyRow) => Item {
  const { id: projectId } = useProject();
  const router = useRouter();
  return useMemo(
    () => (kind, kindName, row) => {
      const fill: Record<string, string> = {
        projectId,
        entryId: row.id,
        ...('type' in row ? { type: row.type } : { slug: row.slug }),
      };
      const isThere = Object.hasOwn(router.routesByPath, editors[kind]);
      const path = editors[kind].replace(/\$(\w+)/g, (_all, name: string) => fill[name] ?? '');
      return {
        id: row.id,
        title: row.title,
        kindName,
        href: isThere ? path : null,
        status: row.status,
        hasChanges: row.has_unpublished_changes,
        updatedAt: row.updated_at,
        scheduledFor: row.scheduled_for,
      };
    },
    [projectId, router],
  );
}
