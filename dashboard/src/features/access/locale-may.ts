import { type Permission, permissionsOf } from '../../../../src/contract/access.ts';
import { useProject } from '../../api/project.ts';
import { useAccess } from './may.ts';

/** Whether the member may do something in a language, by its code; without one, to a whole item. */
export function useMayInLocale(): (permission: Permission, code: string | undefined) => boolean {
  const { role, grant } = useProject();
  const may = useAccess();
  return (permission, code) => {
    const isGranted = code !== undefined && grant?.locales?.includes(code) === true;
    return may(permission) || (isGranted && permissionsOf[role].includes(permission));
  };
}
