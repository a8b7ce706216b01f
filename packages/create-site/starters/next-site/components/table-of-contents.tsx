import type { Richtext } from 'galley-client';

/** The headings of a text, as links; texts with one heading need none. */
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
