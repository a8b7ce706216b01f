import type { ProjectUsage } from '../../../../src/dashboard/usage/schema.ts';

type Storage = NonNullable<ProjectUsage['storage']>;

/** The part of the storage table that a database collection belongs to. */
const partNames: Readonly<Record<string, string>> = {
  entries: 'Entries',
  entry_locales: 'Entries',
  articles: 'Articles',
  article_locales: 'Articles',
  versions: 'Version history',
  trash: 'Trash',
  audit: 'Audit log',
  audit_seals: 'Audit log',
  sign_in_refusals: 'Audit log',
  events: 'Changes and webhooks',
  deliveries: 'Changes and webhooks',
  invalidations: 'Changes and webhooks',
  search_rows: 'Search index',
  media: 'Media library',
};

/** One line of the storage table. */
export interface StoragePart {
  name: string;
  items: number;
  bytes: number;
  isEstimated: boolean;
}

/** Files and the parts of the database, the largest first. */
export function partsOf({ collections, files, file_bytes }: Storage): StoragePart[] {
  const parts = new Map<string, StoragePart>();
  for (const { name: collection, rows, bytes, is_estimated: isEstimated } of collections) {
    const name = partNames[collection] ?? 'Everything else';
    const part = parts.get(name) ?? { name, items: 0, bytes: 0, isEstimated: false };
    parts.set(name, {
      name,
      items: part.items + rows,
      bytes: part.bytes + bytes,
      isEstimated: part.isEstimated || isEstimated,
    });
  }
  const uploads = { name: 'Files', items: files, bytes: file_bytes, isEstimated: false };
  return [uploads, ...parts.values()].sort((a, b) => b.bytes - a.bytes);
}
