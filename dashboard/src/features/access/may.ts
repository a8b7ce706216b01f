import { createContext, useContext } from 'react';
import type { Permission } from '../../../../src/contract/access.ts';

/** Whether the member may do something in the open project. Outside of projects, only the API checks access. */
export const MayContext = createContext<(permission: Permission) => boolean>(() => true);

/** Whether a part of the screen can only be read, whatever the member may do elsewhere. */
export const ReadOnlyContext = createContext(false);

const mayRead = (permission: Permission) => permission === 'read';

/** Returns whether the member may do something here, as a function. */
export function useAccess(): (permission: Permission) => boolean {
  const may = useContext(MayContext);
  return useContext(ReadOnlyContext) ? mayRead : may;
}

/** Actions that a member has no permission for are not offered. The API rejects them too. */
export function useMay(permission: Permission | undefined): boolean {
  const may = useAccess();
  return permission === undefined || may(permission);
}
