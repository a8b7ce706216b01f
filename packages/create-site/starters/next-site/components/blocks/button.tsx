import { edit } from 'galley-next';
import type { ButtonBlock } from '../../content-types';

/** A link styled as a button. Renders nothing without a URL. */
export async function Button({ block }: { block: ButtonBlock }) {
  const { label, url, style } = block.values;
  if (url === null) return null;
  return (
    <a className={`button ${style ?? 'primary'}`} href={url} {...await edit(block, 'label')}>
      {label}
    </a>
  );
}
