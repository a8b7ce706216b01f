import type { ComponentType } from 'react';
import type { FieldType } from '../../../src/contract/field-types.ts';
import type { WidgetProps } from './context.ts';
import { DateWidget } from './date.tsx';
import { ImagesWidget } from './images.tsx';
import { LinksWidget } from './links.tsx';
import { BooleanWidget, NumberWidget, SelectWidget } from './plain.tsx';
import { RichtextWidget } from './rich-text.tsx';
import { StringWidget, TextWidget, UrlWidget } from './text.tsx';
import './fields.css';

/** One widget for each of the field types. */
const widgets: Readonly<Record<FieldType, ComponentType<WidgetProps>>> = {
  string: StringWidget,
  text: TextWidget,
  richtext: RichtextWidget,
  number: NumberWidget,
  boolean: BooleanWidget,
  date: DateWidget,
  select: SelectWidget,
  url: UrlWidget,
  image: ImagesWidget,
  gallery: ImagesWidget,
  link: LinksWidget,
  link_list: LinksWidget,
  reference: LinksWidget,
  reference_list: LinksWidget,
};

/** The widget of a field, by its type. */
export function FieldWidget(props: WidgetProps) {
  const Widget = widgets[props.field.type];
  return <Widget {...props} />;
}
