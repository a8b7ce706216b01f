import { edit } from 'galley-next';
import { RichText } from 'galley-next/components';
import type { QuestionBlock } from '../../content-types';
import type { Language } from '../../lib/languages';
import { linksIn } from '../../lib/galley';

/** A question that expands without JavaScript. */
export async function Question({ block, language }: { block: QuestionBlock; language: Language }) {
  const { question, answer } = block.values;
  return (
    <details {...await edit(block)}>
      <summary {...await edit(block, 'question')}>{question}</summary>
      <div {...await edit(block, 'answer')}>
        <RichText value={answer} links={linksIn(language)} />
      </div>
    </details>
  );
}
