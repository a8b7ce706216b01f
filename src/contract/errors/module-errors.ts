import { type DraftReader, notPublishedMessage, scheduledMessage } from './draft-messages.ts';
import { row } from './error-row.ts';

type Slug = { slug: string };

/** Why the default release can't be the target of an action. */
const ofDefaultRelease = {
  promote: 'This is already the default release, so it takes no promotion date.',
  review: 'This is already the default release, so there is nothing to review.',
  delete: 'The default release cannot be deleted. Promote another release first.',
} as const;

/** Errors of the built-in modules, of media and of releases. */
export const moduleErrors = {
  // Blog, authors, knowledge base
  unknown_blog_article: row<Slug>(
    404,
    (d) => `There is no blog article "${d.slug}".`,
    'GET /v1/blog/articles lists the slugs.',
  ),
  unknown_kb_article: row<Slug>(
    404,
    (d) => `There is no knowledge base article "${d.slug}".`,
    'GET /v1/kb/articles lists the slugs.',
  ),
  blog_article_not_published: row<Slug & DraftReader>(
    404,
    (d) => notPublishedMessage(`The blog article "${d.slug}"`, d),
    'Publish it with PATCH {"publish": true}.',
  ),
  kb_article_not_published: row<Slug & DraftReader>(
    404,
    (d) => notPublishedMessage(`The knowledge base article "${d.slug}"`, d),
    'Publish it with PATCH {"publish": true}.',
  ),
  blog_article_scheduled: row<Slug & { at: string } & DraftReader>(
    404,
    (d) => scheduledMessage(`The blog article "${d.slug}"`, d.at, d),
    '`available_at` contains the date.',
  ),
  kb_article_scheduled: row<Slug & { at: string } & DraftReader>(
    404,
    (d) => scheduledMessage(`The knowledge base article "${d.slug}"`, d.at, d),
    '`available_at` contains the date.',
  ),
  kb_article_archived: row<Slug>(
    404,
    (d) => `The knowledge base article "${d.slug}" is archived.`,
    'PATCH {"archived": false} returns it to draft.',
  ),
  unknown_blog_category: row<Slug>(
    404,
    (d) => `There is no blog category "${d.slug}".`,
    'GET /v1/blog/categories lists them.',
  ),
  unknown_kb_collection: row<Slug>(
    404,
    (d) => `There is no knowledge base collection "${d.slug}".`,
    'GET /v1/kb/collections lists them.',
  ),
  unknown_kb_section: row<Slug>(
    404,
    (d) => `There is no knowledge base section "${d.slug}" here.`,
    'GET /v1/kb/sections lists them. A section belongs to one collection.',
  ),
  unknown_author: row<Slug>(404, (d) => `There is no author "${d.slug}".`, 'GET /v1/authors lists them.'),
  blog_slug_taken: row<Slug>(
    409,
    (d) => `Another blog article has the slug "${d.slug}".`,
    'Omit the slug to generate one from the title.',
  ),
  kb_slug_taken: row<Slug>(
    409,
    (d) => `Another knowledge base article has the slug "${d.slug}".`,
    'Omit the slug to generate one from the title.',
  ),
  slug_taken: row<Slug>(
    409,
    (d) => `The slug "${d.slug}" is already in use.`,
    'A slug is unique among items of the same kind.',
  ),
  slug_is_final: row<Slug>(
    409,
    (d) => `The slug "${d.slug}" was published and cannot change, so that links to it keep working.`,
    'A slug can change until the first publication.',
  ),

  // Media
  unknown_media: row<{ mediaId: string }>(
    404,
    (d) => `There is no media asset ${d.mediaId}.`,
    'GET /v1/media lists the assets.',
  ),
  upload_too_large: row<{ maxBytes: number }>(
    400,
    (d) => `The file is larger than the limit of ${d.maxBytes} bytes.`,
    'The operator sets the limit (100 MiB by default).',
  ),
  invalid_file_name: row(
    400,
    () => 'file_name takes 1 to 255 characters without slashes, control or direction characters.',
    'The name is stored with the asset. Downloaded files have this name.',
  ),
  invalid_media_type: row(
    400,
    () => 'content_type must be a MIME type without parameters, for example image/png.',
    'The type is part of the signature of the upload and must match the file.',
  ),

  // Releases
  release_is_default: row<{ action?: keyof typeof ofDefaultRelease }>(
    409,
    ({ action = 'delete' }) => ofDefaultRelease[action],
    'Each project has exactly one default release.',
  ),
  release_not_ready: row<{ releaseId: string }>(
    409,
    (d) => `Release ${d.releaseId} is still being copied. Try again shortly.`,
    '`progress` of the release shows how much was copied.',
  ),
  release_diverged: row(
    409,
    () => 'The default release has changed since this release was cloned. Check the diff first.',
    'This error occurs only with "if_diverged": "refuse".',
  ),
} as const;
