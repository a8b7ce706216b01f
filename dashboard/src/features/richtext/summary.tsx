import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';

interface Heading {
  level: number;
  text: string;
  position: number;
}

interface TextStats {
  words: number;
  headings: readonly Heading[];
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Counts words as the service does and lists the headings. */
function readStats({ state: { doc } }: Editor): TextStats {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(doc.textBetween(0, doc.content.size, '\n', '\n')))
    if (isWordLike === true) words += 1;
  const headings: Heading[] = [];
  doc.descendants((node, position) => {
    if (node.type.name !== 'heading') return !node.isTextblock;
    headings.push({ level: Number(node.attrs['level']), text: node.textContent, position });
    return false;
  });
  return { words, headings };
}

const delayMs = 500;

/** Below the text: its word count, its outline and running uploads. */
export function Summary({ editor, uploadCount }: { editor: Editor; uploadCount: number }) {
  const [{ words, headings }, setStats] = useState<TextStats>({ words: 0, headings: [] });
  useEffect(() => {
    let timer = setTimeout(() => setStats(readStats(editor)), 0);
    // Changes of other members emit no 'update', because they must not be saved again.
    const scheduleUpdate = ({ transaction }: { transaction: { docChanged: boolean } }) => {
      if (!transaction.docChanged) return;
      clearTimeout(timer);
      timer = setTimeout(() => setStats(readStats(editor)), delayMs);
    };
    editor.on('transaction', scheduleUpdate);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', scheduleUpdate);
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
      {uploadCount > 0 ? (
        <span role="status">Uploading {uploadCount === 1 ? 'an image' : `${uploadCount} images`}…</span>
      ) : null}
      {headings.length > 0 ? (
        <details className="richtext-outline">
          <summary>Outline</summary>
          <ol>
            {headings.map(({ level, text, position }) => (
              <li key={position} data-level={level}>
                <button type="button" className="link-button" onClick={() => go(position)}>
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
