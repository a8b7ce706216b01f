import type { ButtonBlock } from '../../content-types';

/** A link styled as a button. Renders nothing without a URL. */
export function Button({ label, url, style }: ButtonBlock['values']) {
  if (url === null) return null;
  return (
    <a className={`button ${style ?? 'primary'}`} href={url}>
      {label}
    </a>
  );
}
