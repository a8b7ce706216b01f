import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '../../../test/support/program.ts';

const run = promisify(execFile);

/** Compiles TypeScript. Throws with what the compiler says of it. */
export async function compile(args: readonly string[], cwd?: string): Promise<void> {
  const tsc = inRepository('node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, ...args], { ...(cwd !== undefined && { cwd }) }).catch(
    (fault: unknown) => {
      throw new Error(String((fault as { stdout?: unknown }).stdout));
    },
  );
}

/** Makes the package as it is published. @param folder - `node_modules/galley-client` of whoever uses it */
export async function buildPackage(folder: string): Promise<void> {
  await compile(['-p', inRepository('packages/client/tsconfig.json'), '--outDir', join(folder, 'dist')]);
  for (const tool of ['tools/write-require-types.mjs', 'tools/bundle-preview.mjs'])
    await run(process.execPath, [inRepository(tool), join(folder, 'dist')]);
  await cp(inRepository('packages/client/package.json'), join(folder, 'package.json'));
}
