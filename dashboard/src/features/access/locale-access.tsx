import { type ReactNode, useMemo } from 'react';
import { type Permission, permissionsOf } from '../../../../src/contract/access.ts';
import { useLocales } from '../../api/locales.ts';
import { useProject } from '../../api/project.ts';
import { ReadOnlyReason } from '../editing/read-only.ts';
import { MayContext } from './may.ts';

/**
 * The permissions of the member where whole items change: none for drafts and publications if the member may only write
 * in some languages.
 */
export function WholeItemAccess({ children }: { children: ReactNode }) {
  const { role, grant } = useProject();
  const isLimited = grant?.locales !== undefined;
  const may = useMemo(() => {
    const permissions = permissionsOf[role].filter(
      (one) => !isLimited || one === 'read' || one === 'preview',
    );
    return (permission: Permission) => permissions.includes(permission);
  }, [role, isLimited]);
  return <MayContext value={may}>{children}</MayContext>;
}

/** The permissions of the member in a language. */
export function LocaleAccess({ code, children }: { code: string | undefined; children: ReactNode }) {
  const { role, grant } = useProject();
  const may = useMemo(() => (permission: Permission) => permissionsOf[role].includes(permission), [role]);
  const isGranted = code !== undefined && grant?.locales?.includes(code) === true;
  return isGranted ? <MayContext value={may}>{children}</MayContext> : children;
}

/** Why forms are read-only for a member who may only write in some languages. */
export function LocaleReason({ children }: { children: ReactNode }) {
  const codes = useProject().grant?.locales;
  const locales = useLocales();
  if (codes === undefined) return children;
  const names = codes.map((code) => locales.find((one) => one.code === code)?.name ?? code);
  const reason =
    names.length === 0
      ? 'View only: the languages that you could change were removed.'
      : `View only: you can change texts in ${names.join(', ')}.`;
  return <ReadOnlyReason value={reason}>{children}</ReadOnlyReason>;
}
