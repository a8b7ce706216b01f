/**
 * Holds the sentences that people read to plain English: documents, the error catalogue, texts of the interface and
 * other strings of the service. Run by `npm run check:prose`; the words stand in tools/prose-rules.ts, with advice.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { findFaults } from './prose-rules.ts';

/** A text with the line on which it begins. */
interface Sentence {
  line: number;
  text: string;
}

/** Decisions and the changelog record how things were said when they were decided. */
const skipped = /^(docs\/decisions\/|docs\/screenshots\/|CHANGELOG\.md|.*\/(test|node_modules)\/)/;
const files = execFileSync('git', ['ls-files', '*.md', 'src/*.ts', 'client/src/*.ts', 'dashboard/src/*'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => /\.(md|ts|tsx)$/.test(file) && !skipped.test(file) && !/^(seeds|test|bench)\//.test(file),
  );

const found = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  return (file.endsWith('.md') ? paragraphs(text) : strings(file, text)).flatMap(({ line, text: sentence }) =>
    findFaults(sentence).map(({ words, advice }) => `${file}:${line}: "${words}": ${advice}`),
  );
});
for (const fault of found) console.log(fault);
console.log(`prose: ${files.length} files, ${found.length} faults`);
process.exitCode = found.length === 0 ? 0 : 1;

/** The lines of a document without its code. */
function paragraphs(text: string): Sentence[] {
  let isCode = false;
  return text.split('\n').flatMap((line, at) => {
    if (line.trimStart().startsWith('```')) isCode = !isCode;
    return isCode ? [] : [{ line: at + 1, text: line.replace(/`[^`]*`/g, '`code`') }];
  });
}

/** String literals, templates and texts of elements; what has no space is no sentence. */
function strings(file: string, text: string): Sentence[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const out: Sentence[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isJsxText(node)
    ) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      if (node.text.includes(' ')) out.push({ line, text: node.text.replace(/`[^`]*`/g, '`code`') });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return out;
}
