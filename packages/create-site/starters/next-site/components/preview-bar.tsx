import { isPreview } from 'galley-next';

/** Shown in preview only, with a button that ends the preview. */
export async function PreviewBar() {
  if (!(await isPreview())) return null;
  return (
    <form className="preview-bar" method="post" action="/api/preview/end" aria-label="Preview">
      <p>You see drafts.</p>
      <button>End the preview</button>
    </form>
  );
}
