import { usePeopleAt } from './present-people.ts';

interface FieldPeopleProps {
  /** The name of the field or block in the form. */
  name: string;
  /** Also shows people in the fields of the block. */
  inside?: boolean;
}

/** Who else has the focus in a field; nothing if nobody has. */
export function FieldPeople({ name, inside = false }: FieldPeopleProps) {
  const text = usePeopleAt(name, inside);
  if (text === '') return null;
  return (
    <span className="field-people" role="status">
      {text}
    </span>
  );
}
