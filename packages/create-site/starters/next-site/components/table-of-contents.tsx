import type { Richtext } from 'galley-client';

/** Links to the headings of a text. Renders nothing for fewer than two headings. */
export function TableOfContents({ toc }: Pick<Richtext, 'toc'>) {
  if (toc.length < 2) return null;
  return (
    <nav aria-label="On this page" className="toc">
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
