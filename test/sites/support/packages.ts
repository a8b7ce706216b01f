import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRepository } from '../../support/program.ts';
import type { Site } from './site.ts';

/** Exports that only a framework can load, because they import its virtual modules or need its resolution. */
const inFramework =
  /\.astro$|\/(cache|middleware|purge-route|preview-route)$|^galley-next(\/(routes|components))?$/;

/** Imports every export of the site's packages that plain Node can load. @returns the number of exports */
export async function importExports(site: Site): Promise<number> {
  const { folder, framework } = site;
  const names: string[] = [];
  for (const name of ['galley-client', `galley-${framework.starter}`]) {
    const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8');
    const { exports } = JSON.parse(text) as { exports: Record<string, unknown> };
    names.push(...Object.keys(exports).map((entry) => join(name, entry)));
  }
  const free = names.filter((name) => !inFramework.test(name));
  await writeFile(join(folder, 'all-exports.mjs'), free.map((name) => `import '${name}';\n`).join(''));
  await site.sh('node all-exports.mjs');
  return free.length;
}

/**
 * Compiles the source of the framework's package with the framework itself instead of the declarations in the repository.
 * Throws with the errors of the compiler.
 */
export async function compileWithFramework(site: Site): Promise<void> {
  const { folder, framework } = site;
  const beside = join(folder, '../source');
  const source = inRepository(`packages/${framework.starter}/src`);
  await cp(source, beside, { recursive: true, filter: (file) => !file.endsWith('framework.d.ts') });
  const declarations = await readFile(join(source, 'framework.d.ts'), 'utf8');
  const isOfFramework = /^declare module '(astro|next|react)/;
  const ownDeclarations = declarations
    .split(/^(?=declare )/m)
    .filter((part) => part.startsWith('declare ') && !isOfFramework.test(part));
  await writeFile(join(beside, 'own.d.ts'), ownDeclarations.join('\n'));
  await symlink(join(folder, 'node_modules'), join(folder, '../node_modules'));
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  await writeFile(join(beside, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  await site.sh(`tsc -p ${beside}`);
}
