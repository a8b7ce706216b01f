import { isPreview } from 'galley-next';

/** Says that drafts are shown, and ends it; readers get nothing of it. */
export async function PreviewBar() {
  if (!(await isPreview())) return null;
  return (
    <form className="preview-bar" method="post" action="/api/preview/end" aria-label="Preview">
      <p>You see drafts.</p>
      <button>End the preview</button>
    </form>
  );
}
