import { createContext, useContext } from 'react';
import type { Permission } from '../../../../src/contract/access.ts';

/** Whether the person may do something in the project that is open; outside of projects everything is asked of the API. */
export const MayContext = createContext<(permission: Permission) => boolean>(() => true);

/** What members may not do is not offered to them; the API refuses it all the same. */
export function useMay(permission: Permission | undefined): boolean {
  const may = useContext(MayContext);
  return permission === undefined || may(permission);
}
