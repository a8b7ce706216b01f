import { ImageOff } from 'lucide-react';
import type { EditorArticle } from '../../../../../src/modules/articles/store/schema.ts';
import type { ItemEditor } from '../../editing/item-editor.ts';
import { useDraftState } from '../../editing/draft/use-draft.ts';
import { useFieldHost } from '../../fields/context.ts';
import { useServedText } from '../context.ts';

/** The approximate number of characters that search engines show. */
const titleMax = 60;
const descriptionMax = 160;

/** The article as a search result and as a shared link, with the defaults of the API. */
export function SeoPreview({ editor }: { editor: ItemEditor<EditorArticle> }) {
  const { title, description, address, image, isHidden } = usePreviewValues(editor);
  const host = address.split(' › ')[0] ?? '';
  return (
    <div className="seo-previews">
      <figure className="seo-preview">
        <figcaption>In search results</figcaption>
        <div className="seo-result">
          <span className="seo-address">{address}</span>
          <span className="seo-title" dir="auto">
            {shorten(title, titleMax)}
          </span>
          <span className="seo-description" dir="auto">
            {shorten(description, descriptionMax)}
          </span>
        </div>
        {isHidden ? <p className="seo-note">Hidden from search engines.</p> : null}
      </figure>
      <figure className="seo-preview">
        <figcaption>When shared</figcaption>
        <div className="seo-card">
          {image === null ? (
            <span className="seo-no-image">
              <ImageOff size={20} aria-hidden /> No image
            </span>
          ) : (
            <img src={image.url} alt={image.alt} />
          )}
          <div className="seo-card-text">
            <span className="seo-address">{host}</span>
            <span className="seo-card-title" dir="auto">
              {shorten(title, 70)}
            </span>
            <span className="seo-description" dir="auto">
              {shorten(description, 120)}
            </span>
          </div>
        </div>
      </figure>
    </div>
  );
}

function usePreviewValues(editor: ItemEditor<EditorArticle>) {
  const title = useServedText(editor, 'title');
  const ownTitle = useServedText(editor, 'seo.title');
  const excerpt = useServedText(editor, 'excerpt');
  const ownDescription = useServedText(editor, 'seo.description');
  const canonical = useServedText(editor, 'canonical_url');
  const slug = useServedText(editor, 'slug');
  const socialImageId = useServedText(editor, 'seo.og_image_id');
  const cover = useServedText(editor, 'featured_image_id');
  const storedDescription = useDraftState(editor.store, ({ item }) => item.seo.description);
  const isHidden = useDraftState(editor.store, () => editor.store.valueOf('seo.no_index') === true);
  const { targets } = useFieldHost();
  const image = targets[socialImageId === '' ? cover : socialImageId]?.image;
  return {
    title: ownTitle || title || 'Untitled',
    description: ownDescription || excerpt || storedDescription || 'The beginning of the text appears here.',
    address: breadcrumbOf(canonical, editor.service.module, slug),
    image: image?.url == null ? null : { url: image.url, alt: image.alt },
    isHidden,
  };
}

/** `example.com › blog › the-slug`. The site's host is unknown here. */
function breadcrumbOf(canonical: string, module: string, slug: string): string {
  if (!URL.canParse(canonical)) return `your-site.com › ${module === 'blog' ? 'blog' : 'help'} › ${slug}`;
  const { host, pathname } = new URL(canonical);
  return [host, ...pathname.split('/').filter((part) => part !== '')].join(' › ');
}

/** Cuts a text to a maximum length, after a word. */
function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max);
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), max - 20))}…`;
}
