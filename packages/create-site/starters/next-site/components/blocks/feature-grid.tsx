import type { FeatureGridBlock } from '../../content-types';
import { Blocks } from './block';

export function FeatureGrid({ title, features }: FeatureGridBlock['values']) {
  return (
    <section>
      <h2>{title || 'What there is'}</h2>
      <div className="grid">
        <Blocks blocks={features} />
      </div>
    </section>
  );
}
