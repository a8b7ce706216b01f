import { edit } from 'galley-next';
import type { CallToActionBlock } from '../../content-types';
import type { Language } from '../../lib/languages';
import { Blocks } from './block';

export async function CallToAction({ block, language }: { block: CallToActionBlock; language: Language }) {
  const { title, text, buttons } = block.values;
  return (
    <section className="call-to-action" {...await edit(block)}>
      <h2 {...await edit(block, 'title')}>{title}</h2>
      {text && <p {...await edit(block, 'text')}>{text}</p>}
      <div className="buttons">
        <Blocks blocks={buttons} language={language} />
      </div>
    </section>
  );
}
