import { edit } from 'galley-next';
import type { FeatureGridBlock } from '../../content-types';
import type { Language } from '../../lib/languages';
import { Blocks } from './block';

export async function FeatureGrid({ block, language }: { block: FeatureGridBlock; language: Language }) {
  const { title, features } = block.values;
  return (
    <section {...await edit(block)}>
      <h2 {...await edit(block, 'title')}>{title || language.texts.features}</h2>
      <div className="grid">
        <Blocks blocks={features} language={language} />
      </div>
    </section>
  );
}
