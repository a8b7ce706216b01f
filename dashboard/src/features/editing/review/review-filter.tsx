import { Choice } from '../../../components/list/choice.tsx';

const choices = [
  ['', 'Any review'],
  ['requested', 'In review'],
  ['approved', 'Approved'],
  ['returned', 'Sent back'],
] as const;

interface ReviewFilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters a list by the state of reviews. */
export function ReviewFilter({ value, onChange }: ReviewFilterProps) {
  return <Choice label="Review" value={value} choices={choices} onChange={onChange} />;
}
