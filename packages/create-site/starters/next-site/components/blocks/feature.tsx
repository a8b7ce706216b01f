import { Image } from 'galley-next/components';
import type { FeatureBlock } from '../../content-types';
import { Blocks } from './block';

export function Feature({ title, text, image, buttons }: FeatureBlock['values']) {
  return (
    <article className="card">
      <Image image={image} sizes="(min-width: 60rem) 30vw, 100vw" />
      <h3>{title}</h3>
      {text && <p>{text}</p>}
      <Blocks blocks={buttons} />
    </article>
  );
}
