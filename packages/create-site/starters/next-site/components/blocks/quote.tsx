import { edit } from 'galley-next';
import { Image } from 'galley-next/components';
import type { QuoteBlock } from '../../content-types';

export async function Quote({ block }: { block: QuoteBlock }) {
  const { text, person, image } = block.values;
  const by = [person?.values.name, person?.values.role].filter(Boolean).join(', ');
  return (
    <figure className="quote" {...await edit(block)}>
      <Image image={image} sizes="10rem" {...await edit(block, 'image')} />
      <blockquote>
        <p {...await edit(block, 'text')}>{text}</p>
      </blockquote>
      {by && <figcaption {...await edit(person)}>{by}</figcaption>}
    </figure>
  );
}
