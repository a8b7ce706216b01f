import type { CallToActionBlock } from '../../content-types';
import { Blocks } from './block';

export function CallToAction({ title, text, buttons }: CallToActionBlock['values']) {
  return (
    <section className="call-to-action">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      <div className="buttons">
        <Blocks blocks={buttons} />
      </div>
    </section>
  );
}
