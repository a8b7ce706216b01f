import { useQuery } from '@tanstack/react-query';
import { Loading } from '../../../../components/layout/states.tsx';
import { richtextCode } from '../../code.ts';
import type { WidgetProps } from '../../context.ts';
import { FieldGroup } from '../group.tsx';

/** The editor of formatted text. The form loads its code first (`useFormParts`). */
export function RichtextWidget({ field, value, onTouch, error }: WidgetProps) {
  const { data: Editor } = useQuery(richtextCode);
  return (
    <FieldGroup label={field.label} required={field.options.required} help={field.options.help} error={error}>
      {Editor === undefined ? <Loading /> : <Editor label={field.label} value={value} onTouch={onTouch} />}
    </FieldGroup>
  );
}
