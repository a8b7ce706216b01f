import { counted } from '../../components/base/counted.ts';
import { toast } from '../../components/overlay/toast.tsx';
import { useMay } from '../access/may.ts';
import type { EditedField } from '../editing/item.ts';
import { useEditedForm } from './form.ts';

/** Lists hidden fields with a value, below the field that hides them. */
export function HiddenNote({ fields }: { fields: readonly EditedField[] }) {
  const { store, revealed, reveal, nameOf, valueOf, isClearable } = useEditedForm();
  const mayClear = useMay('draft') && fields.every(isClearable);
  const keys = fields.map(({ key }) => key);
  const isShown = keys.every((key) => revealed.has(key));
  const clear = () => {
    const values = fields.map((field) => [nameOf(field), valueOf(field)] as const);
    for (const field of fields) store.replace(nameOf(field), field.type === 'blocks' ? [] : null);
    const undo = { label: 'Undo', run: () => values.forEach(([name, value]) => store.replace(name, value)) };
    const labels = fields.map(({ label }) => label).join(', ');
    toast(`Cleared ${labels}`, fields.some(({ type }) => type === 'blocks') ? null : undo);
  };
  return (
    <p className="form-note" role="status">
      <span>
        {counted(fields.length, 'hidden field has a value', 'hidden fields have a value')}:{' '}
        {fields.map(({ label }) => label).join(', ')}
      </span>
      <button type="button" className="link-button" onClick={() => reveal(keys, !isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </button>
      {mayClear ? (
        <button type="button" className="link-button" onClick={clear}>
          Clear
        </button>
      ) : null}
    </p>
  );
}
