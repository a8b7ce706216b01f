import { isPreview } from 'galley-next';
import type { Texts } from '../lib/texts';

/** Shown in preview only, with a button that ends the preview. */
export async function PreviewBar({ texts }: { texts: Texts }) {
  if (!(await isPreview())) return null;
  return (
    <form className="preview-bar" method="post" action="/api/preview/end" aria-label={texts.preview}>
      <p>{texts.drafts}</p>
      <button>{texts.endPreview}</button>
    </form>
  );
}
