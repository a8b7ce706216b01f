import type { FaqBlock } from '../../content-types';
import { Blocks } from './block';

export function Faq({ title, questions }: FaqBlock['values']) {
  return (
    <section>
      <h2>{title || 'Questions and answers'}</h2>
      <Blocks blocks={questions} />
    </section>
  );
}
