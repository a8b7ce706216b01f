import type { Variables } from '../../core/settings/index.ts';
import { devAddressFile, readDevAddress } from './dev-address.ts';
import { commandError } from './command-error.ts';

/** The variables of a command, and their source in words. */
export interface CommandVariables {
  values: Variables;
  source: string;
}

/**
 * The environment, completed by the variables of a running `npm run dev` in this folder, unless MONGODB_URI names
 * another database.
 * @throws invalid_parameter if no database is configured
 */
export async function commandVariables(env: Variables, folder: string): Promise<CommandVariables> {
  const ownVariables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const uri = ownVariables['MONGODB_URI'];
  const dev = await readDevAddress(devAddressFile(folder));
  if (dev !== null && (uri === undefined || uri === dev.variables['MONGODB_URI'])) {
    return { values: { ...dev.variables, ...ownVariables }, source: `npm run dev, up at ${dev.local_url}` };
  }
  if (uri !== undefined) return { values: ownVariables, source: 'the environment' };
  throw commandError(
    'No database is configured: set MONGODB_URI, or run this command in the folder in which `npm run dev` runs.',
    { param: 'MONGODB_URI' },
  );
}
