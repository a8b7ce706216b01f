import { readFileSync } from 'node:fs';
import type { MarkdownOptions } from 'vitepress';

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0];

const screenshots = new URL('../screenshots/', import.meta.url);

/** Shows `home-dark.png` in place of `home-light.png` in the dark theme, each with its size, so that text doesn't move. */
export function themedScreenshots(md: Markdown): void {
  const plain = md.renderer.rules.image;
  md.renderer.rules.image = (...rendering) => {
    const [tokens, i] = rendering;
    const token = tokens[i];
    const source = token?.attrGet('src') ?? '';
    const [, name] = /screenshots\/([a-z0-9-]+)-light\.png$/.exec(source) ?? [];
    if (name === undefined) return plain?.(...rendering) ?? '';
    const bytes = readFileSync(new URL(`${name}-light.png`, screenshots));
    const size = `width="${bytes.readUInt32BE(16)}" height="${bytes.readUInt32BE(20)}"`;
    const alt = md.utils.escapeHtml(token?.content ?? '');
    const image = (theme: string) =>
      `<img class="screenshot ${theme}" src="${source.replace('-light.', `-${theme}.`)}" alt="${alt}" ${size} loading="lazy">`;
    return image('light') + image('dark');
  };
}

/**
 * Adds the words of `also` in a page's front matter to the search index: other names of the topic, which the text
 * doesn't use. They are part of the page and hidden.
 */
export function otherNames(md: Markdown): void {
  md.core.ruler.push('other_names', (state) => {
    const { also } = ((state.env as { frontmatter?: object }).frontmatter ?? {}) as { also?: string };
    const at = state.tokens.findIndex(({ type, tag }) => type === 'heading_close' && tag === 'h1');
    if (also === undefined || at === -1) return;
    const token = new state.Token('html_block', '', 0);
    token.content = `<p class="other-names" hidden>${md.utils.escapeHtml(also)}</p>\n`;
    state.tokens.splice(at + 1, 0, token);
  });
}
