import type { Variables } from '../../core/settings/index.ts';
import { devAddressFile, readDevAddress } from './dev-address.ts';
import { refusal } from './refusal.ts';

/** The variables that a command runs under, and where they come from, in words. */
export interface CommandVariables {
  values: Variables;
  source: string;
}

/**
 * The environment's own variables; where `npm run dev` is up in this folder, those of its database and storage stand
 * behind them, unless MONGODB_URI names another database.
 * @throws invalid_parameter when no database is named at all
 */
export async function commandVariables(env: Variables, folder: string): Promise<CommandVariables> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const uri = given['MONGODB_URI'];
  const dev = await readDevAddress(devAddressFile(folder));
  if (dev !== null && (uri === undefined || uri === dev.variables['MONGODB_URI'])) {
    return { values: { ...dev.variables, ...given }, source: `npm run dev, up at ${dev.local_url}` };
  }
  if (uri !== undefined) return { values: given, source: 'the environment' };
  throw refusal(
    'No database is configured: set MONGODB_URI, or run this command in the folder in which `npm run dev` runs.',
    { param: 'MONGODB_URI' },
  );
}
