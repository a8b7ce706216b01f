import type { Richtext } from 'galley-client';
import type { Texts } from '../lib/texts';

/** Links to the headings of a text. Renders nothing for fewer than two headings. */
export function TableOfContents({ toc, texts }: Pick<Richtext, 'toc'> & { texts: Texts }) {
  if (toc.length < 2) return null;
  return (
    <nav aria-label={texts.onThisPage} className="toc">
      <ul>
        {toc.map(({ id, text, level }) => (
          <li key={id} data-level={level}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
