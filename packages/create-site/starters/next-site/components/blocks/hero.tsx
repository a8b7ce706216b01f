import { edit } from 'galley-next';
import { Image } from 'galley-next/components';
import type { HeroBlock } from '../../content-types';
import type { Language } from '../../lib/languages';
import { Blocks } from './block';

/** The first block of a page. Its title is the `<h1>` of the page. */
export async function Hero({ block, language }: { block: HeroBlock; language: Language }) {
  const { title, text, image, buttons } = block.values;
  return (
    <section className="hero" {...await edit(block)}>
      <div>
        <h1 {...await edit(block, 'title')}>{title}</h1>
        {text && (
          <p className="lead" {...await edit(block, 'text')}>
            {text}
          </p>
        )}
        <div className="buttons">
          <Blocks blocks={buttons} language={language} />
        </div>
      </div>
      <Image
        image={image}
        sizes="(min-width: 60rem) 50vw, 100vw"
        loading="eager"
        {...await edit(block, 'image')}
      />
    </section>
  );
}
