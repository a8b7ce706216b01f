import { useState } from 'react';
import type { Asset } from '../../../../src/media/schema.ts';
import { classes } from '../../components/classes.ts';
import { toastProblem } from '../../components/toast.tsx';
import { useChangeAsset } from './assets-query.ts';

/** The description of a picture, edited where it stands: saved by Enter or by leaving it, put back by Escape. */
export function AltInput({ asset }: { asset: Asset }) {
  const { id, alt, file_name } = asset;
  const [text, setText] = useState(alt);
  const change = useChangeAsset();
  const save = () => {
    if (text.trim() === alt) return;
    change.mutate({ id, alt: text.trim() }, { onError: toastProblem });
  };
  return (
    <input
      className={classes('alt-input', text === '' && 'alt-missing')}
      aria-label={`Alt text of ${file_name}`}
      placeholder="Describe the picture"
      value={text}
      maxLength={2_000}
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') setText(alt);
      }}
    />
  );
}
