import type { ResolvedTargets } from '../../content/index.ts';
import type { Author, AuthorRecord } from './schema.ts';

export function serializeAuthor(
  record: AuthorRecord,
  articleCount: number,
  targets: ResolvedTargets,
): Author {
  return {
    id: record._id,
    slug: record.slug,
    name: record.name,
    job_title: record.job_title,
    bio: record.bio,
    avatar: record.avatar_id === null ? null : targets.image(record.avatar_id),
    links: record.links.map(({ label, url }) => ({ label, url })),
    article_count: articleCount,
    revision: record.revision,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  };
}
