import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';

interface Heading {
  level: number;
  text: string;
  at: number;
}

interface Summed {
  words: number;
  headings: readonly Heading[];
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words as the service counts them, and the headings; counted when the typing rests. */
function summed({ state: { doc } }: Editor): Summed {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(doc.textBetween(0, doc.content.size, '\n', '\n')))
    if (isWordLike === true) words += 1;
  const headings: Heading[] = [];
  doc.descendants((node, at) => {
    if (node.type.name !== 'heading') return !node.isTextblock;
    headings.push({ level: Number(node.attrs['level']), text: node.textContent, at });
    return false;
  });
  return { words, headings };
}

const restMs = 500;

/** Under the text: how long it is, its outline, and pictures on their way. */
export function Summary({ editor, coming }: { editor: Editor; coming: number }) {
  const [{ words, headings }, setSummed] = useState<Summed>({ words: 0, headings: [] });
  useEffect(() => {
    let timer = setTimeout(() => setSummed(summed(editor)), 0);
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setSummed(summed(editor)), restMs);
    };
    editor.on('update', later);
    return () => {
      clearTimeout(timer);
      editor.off('update', later);
    };
  }, [editor]);
  const go = (at: number) =>
    editor
      .chain()
      .setTextSelection(at + 1)
      .focus()
      .scrollIntoView()
      .run();
  return (
    <div className="richtext-foot">
      <span>
        {words} {words === 1 ? 'word' : 'words'}
      </span>
      {coming > 0 ? (
        <span role="status">Uploading {coming === 1 ? 'a picture' : `${coming} pictures`}…</span>
      ) : null}
      {headings.length > 0 ? (
        <details className="richtext-outline">
          <summary>Outline</summary>
          <ol>
            {headings.map(({ level, text, at }) => (
              <li key={at} data-level={level}>
                <button type="button" className="link-button" onClick={() => go(at)}>
                  {text === '' ? 'Untitled heading' : text}
                </button>
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </div>
  );
}
