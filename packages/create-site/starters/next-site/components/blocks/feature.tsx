import { edit } from 'galley-next';
import { Image } from 'galley-next/components';
import type { FeatureBlock } from '../../content-types';
import type { Language } from '../../lib/languages';
import { Blocks } from './block';

export async function Feature({ block, language }: { block: FeatureBlock; language: Language }) {
  const { title, text, image, buttons } = block.values;
  return (
    <article className="card" {...await edit(block)}>
      <Image image={image} sizes="(min-width: 60rem) 30vw, 100vw" {...await edit(block, 'image')} />
      <h3 {...await edit(block, 'title')}>{title}</h3>
      {text && <p {...await edit(block, 'text')}>{text}</p>}
      <Blocks blocks={buttons} language={language} />
    </article>
  );
}
