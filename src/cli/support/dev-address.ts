import { Type, type Static } from '@sinclair/typebox';
import { join } from 'node:path';
import { compile } from '../../core/http/index.ts';
import { isAlive, readJson } from '../../core/util/index.ts';

/** The address of a running `npm run dev` on this machine, and the variables for the command line. */
const DevAddress = Type.Object({
  pid: Type.Integer(),
  local_url: Type.String(),
  variables: Type.Record(Type.String(), Type.String()),
});
export type DevAddress = Static<typeof DevAddress>;

const isDevAddress = compile(DevAddress, 'json');

/** The file into which `npm run dev` in this folder writes its address. */
export function devAddressFile(folder: string): string {
  return join(folder, '.data', 'dev.json');
}

/** The address of a running process, or null. A killed process leaves its file behind. */
export async function readDevAddress(file: string): Promise<DevAddress | null> {
  const address = await readJson(file, isDevAddress);
  return address !== null && isAlive(address.pid) ? address : null;
}
