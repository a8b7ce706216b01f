import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Asset } from '../../../../src/content/media/schema.ts';
import { classes } from '../../components/base/classes.ts';
import { toastError } from '../../components/overlay/toast.tsx';
import { useChangeAsset } from './assets-query.ts';

/** The description of a picture, edited where it stands: saved by Enter or by leaving it in any way, put back by Escape. */
export function AltInput({ asset }: { asset: Asset }) {
  const { id, alt, file_name } = asset;
  const [text, setText] = useState(alt);
  const change = useChangeAsset();
  const sent = useRef(alt);
  const save = () => {
    if (text.trim() === sent.current) return false;
    sent.current = text.trim();
    // By its promise: it receives a failure also when this is gone.
    change.mutateAsync({ id, alt: text.trim() }).catch((error: unknown) => {
      sent.current = alt;
      toastError(error);
    });
    return true;
  };
  const latest = useRef(save);
  useLayoutEffect(() => {
    latest.current = save;
  });
  // A way back, a reload, a line that scrolls out of view: leaving comes in forms that tell the input nothing.
  useEffect(() => {
    const keep = (event: BeforeUnloadEvent) => (latest.current() ? event.preventDefault() : undefined);
    window.addEventListener('beforeunload', keep);
    return () => {
      window.removeEventListener('beforeunload', keep);
      latest.current();
    };
  }, []);
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
