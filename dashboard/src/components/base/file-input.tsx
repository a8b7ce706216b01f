import type { InputHTMLAttributes, Ref } from 'react';

interface FileInputProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'accept' | 'aria-label' | 'multiple'
> {
  /** A click on this element opens the file dialog of the browser. */
  ref: Ref<HTMLInputElement>;
  onFiles: (files: [File, ...File[]]) => void;
}

/** A hidden input for files, for a button that clicks it. The same file can be chosen again. */
export function FileInput({ onFiles, ...rest }: FileInputProps) {
  return (
    <input
      type="file"
      hidden
      {...rest}
      onChange={(event) => {
        const [first, ...others] = event.target.files ?? [];
        event.target.value = '';
        if (first !== undefined) onFiles([first, ...others]);
      }}
    />
  );
}
