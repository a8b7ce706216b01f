import { lazy, Suspense } from 'react';
import type { WidgetProps } from './context.ts';
import { FieldGroup } from './group.tsx';

const Editor = lazy(() =>
  import('../richtext/editor.tsx').then((module) => ({ default: module.RichtextEditor })),
);

/** The editor of formatted text; its code is loaded with the first field that needs it. */
export function RichtextWidget({ field, value, onTouch, error }: WidgetProps) {
  return (
    <FieldGroup label={field.label} required={field.options.required} help={field.options.help} error={error}>
      <Suspense fallback={<div className="richtext-loading" role="status" aria-label="Loading the editor" />}>
        <Editor label={field.label} value={value} onTouch={onTouch} />
      </Suspense>
    </FieldGroup>
  );
}
