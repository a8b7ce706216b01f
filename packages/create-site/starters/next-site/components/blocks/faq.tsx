import { edit } from 'galley-next';
import type { FaqBlock } from '../../content-types';
import { Blocks } from './block';

export async function Faq({ block }: { block: FaqBlock }) {
  const { title, questions } = block.values;
  return (
    <section {...await edit(block)}>
      <h2 {...await edit(block, 'title')}>{title || 'Questions and answers'}</h2>
      <Blocks blocks={questions} />
    </section>
  );
}
