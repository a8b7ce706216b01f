import { createContext, useContext } from 'react';
import type { Permission } from '../../../../src/contract/access.ts';

/** Whether the person may do something in the project that is open; outside of projects everything is asked of the API. */
export const MayContext = createContext<(permission: Permission) => boolean>(() => true);

/** Actions that a member has no permission for are not offered. The API rejects them too. */
export function useMay(permission: Permission | undefined): boolean {
  const may = useContext(MayContext);
  return permission === undefined || may(permission);
}
