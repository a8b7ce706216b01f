import { edit } from 'galley-next';
import type { FaqBlock } from '../../content-types';
import type { Language } from '../../lib/languages';
import { Blocks } from './block';

export async function Faq({ block, language }: { block: FaqBlock; language: Language }) {
  const { title, questions } = block.values;
  return (
    <section {...await edit(block)}>
      <h2 {...await edit(block, 'title')}>{title || language.texts.questions}</h2>
      <Blocks blocks={questions} language={language} />
    </section>
  );
}
