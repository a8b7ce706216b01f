import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Asset } from '../../../../src/content/media/schema.ts';
import { classes } from '../../components/base/classes.ts';
import { toastError } from '../../components/overlay/toast.tsx';
import { useChangeAsset } from './assets-query.ts';

/** An inline input for the alt text. Enter or leaving the input saves, Escape restores the saved text. */
export function AltInput({ asset }: { asset: Asset }) {
  const { id, alt, file_name } = asset;
  const [text, setText] = useState(alt);
  const change = useChangeAsset();
  const lastSaved = useRef(alt);
  const save = () => {
    if (text.trim() === lastSaved.current) return false;
    lastSaved.current = text.trim();
    // mutateAsync, because callbacks of mutate don't run after the input is unmounted.
    change.mutateAsync({ id, alt: text.trim() }).catch((error: unknown) => {
      lastSaved.current = alt;
      toastError(error);
    });
    return true;
  };
  const latest = useRef(save);
  useLayoutEffect(() => {
    latest.current = save;
  });
  // Navigation, a reload and scrolling unmount the input without a blur event.
  useEffect(() => {
    const saveOnUnload = (event: BeforeUnloadEvent) =>
      latest.current() ? event.preventDefault() : undefined;
    window.addEventListener('beforeunload', saveOnUnload);
    return () => {
      window.removeEventListener('beforeunload', saveOnUnload);
      latest.current();
    };
  }, []);
  return (
    <input
      className={classes('alt-input', text === '' && 'alt-missing')}
      aria-label={`Alt text of ${file_name}`}
      placeholder="Describe the image"
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
