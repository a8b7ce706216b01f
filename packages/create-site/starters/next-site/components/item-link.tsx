import { edit } from 'galley-next';

interface Props<Field extends string> {
  item: { id: string } & Record<Field, string>;
  /** The field that is the text of the link. */
  field: Field;
  href: string;
}

/** A link to the page of an item. */
export async function ItemLink<Field extends string>({ item, field, href }: Props<Field>) {
  return (
    <a href={href} {...await edit(item, field)}>
      {item[field]}
    </a>
  );
}
