import { ImageOff } from 'lucide-react';
import type { EditorArticle } from '../../../../../src/modules/articles/store/schema.ts';
import type { ItemEditor } from '../../editing/item-editor.ts';
import { useDraftState } from '../../editing/draft/use-draft.ts';
import { useFieldHost } from '../../fields/context.ts';
import { useText } from '../context.ts';

/** Characters that search engines show of each, about. */
const titleMax = 60;
const descriptionMax = 160;

/** The article as a search result and as a shared link, while it is written; fallbacks are those of the API. */
export function SeoPreview({ editor }: { editor: ItemEditor<EditorArticle> }) {
  const { title, description, address, picture, isHidden } = useShown(editor);
  const host = address.split(' › ')[0] ?? '';
  return (
    <div className="seo-previews">
      <figure className="seo-preview">
        <figcaption>In search results</figcaption>
        <div className="seo-result">
          <span className="seo-address">{address}</span>
          <span className="seo-title">{cut(title, titleMax)}</span>
          <span className="seo-description">{cut(description, descriptionMax)}</span>
        </div>
        {isHidden ? <p className="seo-note">Hidden from search engines.</p> : null}
      </figure>
      <figure className="seo-preview">
        <figcaption>When shared</figcaption>
        <div className="seo-card">
          {picture === null ? (
            <span className="seo-no-picture">
              <ImageOff size={20} aria-hidden /> No image
            </span>
          ) : (
            <img src={picture.url} alt={picture.alt} />
          )}
          <div className="seo-card-text">
            <span className="seo-address">{host}</span>
            <span className="seo-card-title">{cut(title, 70)}</span>
            <span className="seo-description">{cut(description, 120)}</span>
          </div>
        </div>
      </figure>
    </div>
  );
}

function useShown(editor: ItemEditor<EditorArticle>) {
  const title = useText(editor, 'title');
  const own = useText(editor, 'seo.title');
  const excerpt = useText(editor, 'excerpt');
  const ownDescription = useText(editor, 'seo.description');
  const canonical = useText(editor, 'canonical_url');
  const slug = useText(editor, 'slug');
  const shared = useText(editor, 'seo.og_image_id');
  const cover = useText(editor, 'featured_image_id');
  const stored = useDraftState(editor.store, ({ item }) => item.seo.description);
  const isHidden = useDraftState(editor.store, () => editor.store.valueOf('seo.no_index') === true);
  const { targets } = useFieldHost();
  const image = targets[shared === '' ? cover : shared]?.image;
  return {
    title: own || title || 'Untitled',
    description: ownDescription || excerpt || stored || 'The beginning of the text appears here.',
    address: addressOf(canonical, editor.service.module, slug),
    picture: image?.url == null ? null : { url: image.url, alt: image.alt },
    isHidden,
  };
}

/** `example.com › blog › the-slug`; the site's own name is not known here. */
function addressOf(canonical: string, module: string, slug: string): string {
  if (!URL.canParse(canonical)) return `your-site.com › ${module === 'blog' ? 'blog' : 'help'} › ${slug}`;
  const { host, pathname } = new URL(canonical);
  return [host, ...pathname.split('/').filter((part) => part !== '')].join(' › ');
}

/** At most so many characters, cut after a word. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const short = text.slice(0, max);
  return `${short.slice(0, Math.max(short.lastIndexOf(' '), max - 20))}…`;
}
