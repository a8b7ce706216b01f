import { Image } from 'galley-next/components';
import type { HeroBlock } from '../../content-types';
import { Blocks } from './block';

/** The first block of a page. Its title is the `<h1>` of the page. */
export function Hero({ title, text, image, buttons }: HeroBlock['values']) {
  return (
    <section className="hero">
      <div>
        <h1>{title}</h1>
        {text && <p className="lead">{text}</p>}
        <div className="buttons">
          <Blocks blocks={buttons} />
        </div>
      </div>
      <Image image={image} sizes="(min-width: 60rem) 50vw, 100vw" loading="eager" />
    </section>
  );
}
