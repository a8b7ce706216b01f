import { createContext, useContext } from 'react';
import type { Permission } from '../../../../src/contract/access.ts';

/** Whether the member may do something in the open project. Outside of projects, only the API checks access. */
export const MayContext = createContext<(permission: Permission) => boolean>(() => true);

/** Actions that a member has no permission for are not offered. The API rejects them too. */
export function useMay(permission: Permission | undefined): boolean {
  const may = useContext(MayContext);
  return permission === undefined || may(permission);
}
