import { Type, type Static } from '@sinclair/typebox';
import { join } from 'node:path';
import { compile } from '../../core/http/index.ts';
import { isAlive, readJson } from '../../core/util/index.ts';

/** A running `npm run dev`: where it answers on this machine, and the variables that the command line needs. */
const DevAddress = Type.Object({
  pid: Type.Integer(),
  local_url: Type.String(),
  variables: Type.Record(Type.String(), Type.String()),
});
export type DevAddress = Static<typeof DevAddress>;

const isDevAddress = compile(DevAddress, 'json');

/** The file in which a running `npm run dev` of this folder leaves its address. */
export function devAddressFile(folder: string): string {
  return join(folder, '.data', 'dev.json');
}

/** What a process that still runs wrote there, or null: a killed one leaves its file behind. */
export async function readDevAddress(file: string): Promise<DevAddress | null> {
  const address = await readJson(file, isDevAddress);
  return address !== null && isAlive(address.pid) ? address : null;
}
