import { Image } from 'galley-next/components';
import type { QuoteBlock } from '../../content-types';

export function Quote({ text, person, image }: QuoteBlock['values']) {
  const by = [person?.values.name, person?.values.role].filter(Boolean).join(', ');
  return (
    <figure className="quote">
      <Image image={image} sizes="10rem" />
      <blockquote>
        <p>{text}</p>
      </blockquote>
      {by && <figcaption>{by}</figcaption>}
    </figure>
  );
}
