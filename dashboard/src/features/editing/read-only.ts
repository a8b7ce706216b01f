import { createContext } from 'react';

/** Why the form of a member who can't change the item is read-only. */
export const ReadOnlyReason = createContext('View only');
