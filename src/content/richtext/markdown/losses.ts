import { clip } from '../../../contract/text/clip.ts';

/** What Markdown can say and a document cannot hold, and what becomes of it. */
const messages = {
  html: 'HTML tags or attributes without a counterpart were removed; their text stays.',
  html_hidden: 'Scripts, styles and templates were removed.',
  html_label: 'An alt text or title in HTML keeps its first 2,000 characters.',
  html_link: 'HTML links must be http, https, mailto, tel, /path, #id or kind:id; the text of others stays.',
  html_media: 'Embedded media became links.',
  link: 'Links must be http, https, mailto, tel, /path, #id or kind:id; the text of others stays.',
  image: 'Images by address became links: upload the file and write ![alt](med_...).',
  image_link: 'Images carry no link; the image stays without it.',
  image_place: 'Images cannot stand inside headings; they follow them.',
  footnote: 'Footnotes stay as plain text.',
  task: 'The boxes of task lists stay as plain text.',
  alignment: 'Tables keep no column alignment.',
  code_info: 'Code blocks keep the name of their language and nothing else of the line.',
} as const;

export type ConversionLoss = keyof typeof messages;

/** Counts what a conversion could not keep. */
export class ConversionLosses {
  readonly #places = new Map<
    ConversionLoss,
    { count: number; line: number; detail: string | null; characters: number }
  >();

  /**
   * @param line - counted from 1.
   * @param detail - what was lost first, such as a URL.
   * @param characters - how much was lost.
   */
  add(loss: ConversionLoss, line: number, detail: string | null = null, characters = 0): void {
    const place = this.#places.get(loss);
    if (place === undefined) this.#places.set(loss, { count: 1, line, detail, characters });
    else {
      place.count += 1;
      place.characters += characters;
    }
  }

  /** One sentence for each kind of loss, with its place. */
  sentences(): string[] {
    return [...this.#places].map(([loss, { count, line, detail, characters }]) => {
      const where = count === 1 ? `line ${line}` : `${count} times, first in line ${line}`;
      const amount = characters === 0 ? '' : `, ${characters} characters`;
      return `${messages[loss]} (${where}${amount}${detail === null ? '' : `: ${clip(detail)}`})`;
    });
  }
}
