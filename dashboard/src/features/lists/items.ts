import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';

/** A piece of content of any module. */
export interface Item {
  id: string;
  title: string;
  /** The name of its type, "Blog", or "Knowledge base". */
  kindName: string;
  /** The code of the further locale that it is listed for. */
  locale?: string;
  /** The name of that locale. */
  localeName?: string;
  /** The path of its editor in the dashboard; null if it has none. */
  href: string | null;
  status: string;
  hasChanges: boolean;
  updatedAt: string;
  scheduledFor: string | null;
  /** When readers stop seeing it. */
  endsAt: string | null;
}

/** The route of the editor of each kind, by the kind's name in links. */
const editors: Readonly<Record<string, string>> = {
  entry: '/p/$projectId/entries/$type/$entryId',
  blog_article: '/p/$projectId/blog/$articleId',
  kb_article: '/p/$projectId/kb/articles/$articleId',
  release: '/p/$projectId/releases/$releaseId',
};

/** The id of a singleton in URLs of the dashboard. */
export const single = 'single';

/** The URL hash that opens the history of an editor at a revision. */
export function versionHash(revision: number): string {
  return `#version-${revision}`;
}

/** The revision in a URL hash; null if there is none. */
export function revisionInHash(hash: string): number | null {
  const [, revision] = /^#version-(\d+)$/.exec(hash) ?? [];
  return revision === undefined ? null : Number(revision);
}

type TypeName = Pick<ContentType, 'slug' | 'kind'>;

/** The URL of the editor of an item; null for kinds without an editor. `type` is the content type of an entry. */
export function useEditorHref(): (kind: string, id: string, type?: string | null) => string | null {
  const { id: projectId } = useProject();
  const router = useRouter();
  const types = useProjectQuery<{ data: TypeName[] }>('schema', '/v1/schema/content-types').data?.data;
  return useMemo(
    () => (kind, id, type) => {
      const pattern = editors[kind];
      if (pattern === undefined || !Object.hasOwn(router.routesByPath, pattern)) return null;
      const isSingleton = types?.some(
        ({ slug, kind: typeKind }) => slug === type && typeKind === 'singleton',
      );
      const values: Record<string, string> = {
        ...{ projectId, articleId: id, releaseId: id, type: type ?? '' },
        entryId: isSingleton === true ? single : id,
      };
      return pattern.replace(/\$(\w+)/g, (_all, name: string) => values[name] ?? '');
    },
    [projectId, router, types],
  );
}
