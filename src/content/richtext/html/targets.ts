import { isHref, type LinkAttributes, richtextRefTypes } from '../schema.ts';

/** Recognizes URLs that lead into the project. Converters replace it to map the URLs of another site. */
export interface HtmlTargets {
  /** The id of the image with this URL, or null for another image. */
  image(url: string): string | null;
  /** The attributes of a link to this URL, or null if a document can't contain that link. */
  link(url: string): LinkAttributes | null;
}

const reference = new RegExp(`^(${richtextRefTypes.join('|')}):([a-z]+_[0-9a-z]+)$`);
const mediaId = /^med_[0-9a-z]+$/;
const refTypes: ReadonlySet<string> = new Set(richtextRefTypes);

/**
 * Targets of a document in a project: ids of assets, `kind:id`, and URLs of the project's files. Their path contains the
 * project and the asset whatever the host, so URLs of an image service in front of the bucket match too.
 * @param projectId - undefined if URLs of files should not be recognized
 */
export function projectTargets(projectId?: string): HtmlTargets {
  const fileUrl =
    projectId === undefined ? null : new RegExp(`^https?://.+?/${projectId}/(med_[0-9a-z]+)/`, 'i');
  const mediaOf = (url: string) => (mediaId.test(url) ? url : (fileUrl?.exec(url)?.[1] ?? null));
  return {
    image: mediaOf,
    link(url) {
      const [, type, id] = reference.exec(url) ?? [];
      if (type !== undefined && id !== undefined) return { ref: { type: type as never, id } };
      const media = mediaOf(url);
      if (media !== null) return { ref: { type: 'media', id: media } };
      return isHref(url) ? { href: url } : null;
    },
  };
}

/** The target of a link to content that Galley rendered, from its data attributes; null for another link. */
export function renderedReference(attributes: ReadonlyMap<string, string>): LinkAttributes | null {
  const type = attributes.get('data-type') ?? '';
  const id = attributes.get('data-ref') ?? '';
  return refTypes.has(type) && /^[a-z]+_[0-9a-z]{1,60}$/.test(id)
    ? { ref: { type: type as never, id } }
    : null;
}
