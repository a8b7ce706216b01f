import { edit } from 'galley-next';
import type { CallToActionBlock } from '../../content-types';
import { Blocks } from './block';

export async function CallToAction({ block }: { block: CallToActionBlock }) {
  const { title, text, buttons } = block.values;
  return (
    <section className="call-to-action" {...await edit(block)}>
      <h2 {...await edit(block, 'title')}>{title}</h2>
      {text && <p {...await edit(block, 'text')}>{text}</p>}
      <div className="buttons">
        <Blocks blocks={buttons} />
      </div>
    </section>
  );
}
