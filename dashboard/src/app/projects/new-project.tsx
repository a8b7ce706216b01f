import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { NewProjectDialog } from './new-project-dialog.tsx';

const NewProjectContext = createContext<(() => void) | null>(null);

/** Opens the dialog for a new project; null for people who may not create one. */
export function useNewProject(): (() => void) | null {
  return useContext(NewProjectContext);
}

/** Renders the dialog outside the shell, because the shell is remounted for each project. */
export function NewProjectProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const mayCreate = useSession()?.may_create_projects === true;
  const open = useMemo(() => (mayCreate ? () => setOpen(true) : null), [mayCreate]);
  return (
    <NewProjectContext value={open}>
      {children}
      {isOpen ? <NewProjectDialog onClose={() => setOpen(false)} /> : null}
    </NewProjectContext>
  );
}
