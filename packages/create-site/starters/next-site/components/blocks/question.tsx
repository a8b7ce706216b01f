import { RichText } from 'galley-next/components';
import type { QuestionBlock } from '../../content-types';
import { links } from '../../lib/galley';

/** A question that expands without JavaScript. */
export function Question({ question, answer }: QuestionBlock['values']) {
  return (
    <details>
      <summary>{question}</summary>
      <RichText value={answer} links={links} />
    </details>
  );
}
