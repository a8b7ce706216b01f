import { edit } from 'galley-next';
import type { FeatureGridBlock } from '../../content-types';
import { Blocks } from './block';

export async function FeatureGrid({ block }: { block: FeatureGridBlock }) {
  const { title, features } = block.values;
  return (
    <section {...await edit(block)}>
      <h2 {...await edit(block, 'title')}>{title || 'What there is'}</h2>
      <div className="grid">
        <Blocks blocks={features} />
      </div>
    </section>
  );
}
