/** The two parts of a Markdown file; lines are counted from 1 in the whole file. */
export interface FrontMatter {
  yaml: string;
  yamlLine: number;
  markdown: string;
  markdownLine: number;
}

/**
 * Splits a Markdown file into front matter and Markdown: a first line `---`, the YAML, a line `---`, the
 * Markdown.
 * @returns null if one of the `---` lines is missing
 */
export function splitFrontMatter(text: string): FrontMatter | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (lines[0]?.trimEnd() !== '---') return null;
  const end = lines.findIndex((line, i) => i > 0 && line.trimEnd() === '---');
  if (end === -1) return null;
  const rest = lines.slice(end + 1);
  const firstTextLine = rest.findIndex((line) => line.trim() !== '');
  const blankLines = firstTextLine === -1 ? 0 : firstTextLine;
  return {
    yaml: lines.slice(1, end).join('\n'),
    yamlLine: 2,
    markdown: rest.slice(blankLines).join('\n').trimEnd(),
    markdownLine: end + 2 + blankLines,
  };
}
