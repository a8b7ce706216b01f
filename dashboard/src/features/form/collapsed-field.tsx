import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Button } from '../../components/base/button.tsx';
import { useMay } from '../access/may.ts';
import type { EditedField } from '../editing/item.ts';
import { isEmptyValue } from '../editing/publish/readiness.ts';
import { showField } from '../editing/show-field.ts';
import { useEditedForm } from './form.ts';
import { haveNameOfField } from './parts.ts';

/** An empty field in one line. It stays open once it was opened, also when its value is cleared. */
export function CollapsedField({ field, children }: { field: EditedField; children: ReactNode }) {
  const { store, expanded, expand, nameOf, valueOf } = useEditedForm();
  const mayWrite = useMay('draft');
  const isOpen = expanded.has(field.key) || !mayWrite;
  const isCollapsed = useSyncExternalStore(store.subscribe, () => {
    if (isOpen || !isEmptyValue(valueOf(field))) return false;
    return !haveNameOfField(store.state().errors.keys(), nameOf(field));
  });
  useEffect(() => {
    if (!isCollapsed && !isOpen) expand(field.key);
  }, [isCollapsed, isOpen, expand, field.key]);
  if (!isCollapsed) return children;
  return (
    <Button variant="quiet" icon={Plus} className="form-add" onClick={() => showField(nameOf(field))}>
      Add {field.label}
    </Button>
  );
}
