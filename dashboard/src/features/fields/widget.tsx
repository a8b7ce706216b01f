import type { WidgetProps } from './context.ts';
import { fieldTypeViews } from './field-types.ts';
import './fields.css';

/** The widget of a field, by its type. */
export function FieldWidget(props: WidgetProps) {
  const { Widget } = fieldTypeViews[props.field.type];
  return <Widget {...props} />;
}
