/**
 * Holds the sentences that people read to plain English: documents, the error catalogue, texts of the interface, other
 * strings of the service, and comments. Run by `npm run check:prose`; the words stand in tools/prose-rules.ts, with
 * advice.
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
const sources = [
  'src/*.ts',
  'client/src/*.ts',
  'dashboard/src/*',
  'dev/*.ts',
  'packages/*/src/*',
  'tools/*.ts',
];
const files = execFileSync('git', ['ls-files', '*.md', ...sources], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) => /\.(md|ts|tsx)$/.test(file) && !skipped.test(file) && !/^(seeds|test|bench)\//.test(file),
  );

const found = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  return (file.endsWith('.md') ? paragraphs(text) : sentences(file, text)).flatMap(
    ({ line, text: sentence }) =>
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

function sentences(file: string, text: string): Sentence[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return [...strings(source), ...comments(source)];
}

/** Each comment as one sentence, without the marks at the beginnings of its lines. */
function comments(source: ts.SourceFile): Sentence[] {
  const { text } = source;
  const found = new Map<number, Sentence>();
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) {
      const words = text.slice(pos, end).replace(/`[^`]*`/g, '`code`');
      const line = source.getLineAndCharacterOfPosition(pos).line + 1;
      found.set(pos, { line, text: words.replace(/^\/[*/]+\s*|\s*\*\/$/g, '').replace(/\n\s*\*?\s?/g, ' ') });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()];
}

/** String literals, templates and texts of elements; what has no space is no sentence. */
function strings(source: ts.SourceFile): Sentence[] {
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
