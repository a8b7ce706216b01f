import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { cleanup } from './cleanup.ts';

/** What TypeScript, at its strictest, says of some source files. */
export type TypeErrors = (files: Readonly<Record<string, string>>, main: string) => string[];

const strictest: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true, // of the libraries: what is checked are source files
  types: [],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
};

/**
 * What TypeScript says of one file of the repository when these have another text: what a change there would stop.
 *
 * @param planted - texts by the whole path of their file
 */
export function faultsWhere(planted: Readonly<Record<string, string>>, main: string): string[] {
  const options = { ...strictest, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'] };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    const text = planted[name];
    return text === undefined ? readSource(name, ...rest) : ts.createSourceFile(name, text, rest[0]);
  };
  const program = ts.createProgram([main], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(main))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** TypeScript's own files and those of libraries, which the programs of all test files of a worker read once. */
const known = new Map<string, ts.SourceFile | undefined>();

/** A compiler for one test file. `lib` names TypeScript's own files. */
export function typeChecker(lib: readonly string[]): TypeErrors {
  const folder = mkdtempSync(join(tmpdir(), 'galley-types-'));
  cleanup(() => rmSync(folder, { recursive: true }));
  const options: ts.CompilerOptions = { ...strictest, lib: [...lib] };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    if (name.startsWith(folder)) return readSource(name, ...rest);
    if (!known.has(name)) known.set(name, readSource(name, ...rest));
    return known.get(name);
  };
  return (files, main) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const program = ts.createProgram([join(folder, main)], options, host);
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  };
}
