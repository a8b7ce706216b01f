import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EditorArticleRow } from '../../../../src/modules/articles/store/schema.ts';
import type { EditorRow } from '../../../../src/content/entries/editor/editor-schema.ts';
import { useProject } from '../../api/project.ts';

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
  /** When readers stop seeing it. */
  endsAt: string | null;
}

/** Where each kind of thing is edited, by the name that links give it. */
const editors: Readonly<Record<string, string>> = {
  entry: '/p/$projectId/entries/$type/$entryId',
  blog_article: '/p/$projectId/blog/$articleId',
  kb_article: '/p/$projectId/kb/articles/$articleId',
};

type AnyRow = EditorRow | EditorArticleRow;

/** What behind the address of an editor opens its history at one revision. */
export function versionHash(revision: number): string {
  return `#version-${revision}`;
}

/** The revision that an address asks for; null where it asks for none. */
export function revisionInHash(hash: string): number | null {
  const [, revision] = /^#version-(\d+)$/.exec(hash) ?? [];
  return revision === undefined ? null : Number(revision);
}

/** Where what an id leads to is edited; null for what has no editor. `type` is that of an entry. */
export function useEditorHref(): (kind: string, id: string, type?: string | null) => string | null {
  const { id: projectId } = useProject();
  const router = useRouter();
  return useMemo(
    () => (kind, id, type) => {
      const pattern = editors[kind];
      if (pattern === undefined || !Object.hasOwn(router.routesByPath, pattern)) return null;
      const fill: Record<string, string> = { projectId, entryId: id, articleId: id, type: type ?? '' };
      return pattern.replace(/\$(\w+)/g, (_all, name: string) => fill[name] ?? '');
    },
    [projectId, router],
  );
}

const linkKinds: Readonly<Record<ItemKind, string>> = {
  entry: 'entry',
  blog: 'blog_article',
  kb: 'kb_article',
};

/** Makes items of rows, with the addresses at which they are edited. */
export function useToItem(): (kind: ItemKind, kindName: string, row: AnyRow) => Item {
  const hrefOf = useEditorHref();
  return useMemo(
    () => (kind, kindName, row) => ({
      id: row.id,
      title: row.title === '' ? 'Untitled' : row.title,
      kindName,
      href: hrefOf(linkKinds[kind], row.id, 'type' in row ? row.type : null),
      status: row.status,
      hasChanges: row.has_unpublished_changes,
      updatedAt: row.updated_at,
      scheduledFor: row.scheduled_for,
      endsAt: row.unpublish_at ?? null,
    }),
    [hrefOf],
  );
}
