import type { ButtonBlock } from '../../content-types';

/** A link that looks like a button; one that leads nowhere is not shown. */
export function Button({ label, url, style }: ButtonBlock['values']) {
  if (url === null) return null;
  return (
    <a className={`button ${style ?? 'primary'}`} href={url}>
      {label}
    </a>
  );
}
