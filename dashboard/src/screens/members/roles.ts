import type { Role } from '../../../../src/users/schema.ts';

export const roleNames: Readonly<Record<Role, string>> = { owner: 'Owner', editor: 'Editor' };
