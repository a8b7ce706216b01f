import type { ReactNode } from 'react';
import { useProjectQuery } from '../../api/project.ts';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import type { Term, TermKind, TermValues } from './use-term-form.ts';

export interface PanelEvents {
  onClose: () => void;
  /** Closes the panel without asking about changes. */
  onDone: () => void;
}

interface LoadedProps<Stored extends Term> {
  kind: Pick<TermKind<Stored, TermValues>, 'module' | 'path'>;
  /** Null for a new term. */
  id: string | null;
  /** The title of the panel while the term is loading. */
  title: string;
  onClose: () => void;
  children: (stored: Stored | null) => ReactNode;
}

/** Loads the term of a panel; a new one needs no request. */
export function LoadedTerm<Stored extends Term>({ kind, id, title, onClose, children }: LoadedProps<Stored>) {
  const query = useProjectQuery<Stored>(kind.module, `${kind.path}/${id ?? ''}`, { enabled: id !== null });
  if (id === null) return children(null);
  if (query.data !== undefined) return children(query.data);
  return (
    <Dialog open onClose={onClose} title={title} size="side">
      <QueryView query={query}>{() => null}</QueryView>
    </Dialog>
  );
}
