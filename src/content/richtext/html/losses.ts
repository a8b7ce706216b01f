import { clip } from '../../../contract/text/clip.ts';

/** Warnings for parts of Markdown or HTML that a document can't represent. */
const messages = {
  html: 'HTML tags or attributes without a counterpart were removed; their text stays.',
  html_hidden: 'Scripts, styles and templates were removed.',
  html_label: 'An alt text or title in HTML keeps its first 2,000 characters.',
  html_link: 'HTML links must be http, https, mailto, tel, /path, #id or kind:id; the text of others stays.',
  html_media: 'Embedded media became links.',
  link: 'Links must be http, https, mailto, tel, /path, #id or kind:id; the text of others stays.',
  image: 'Images by address became links: upload the file and write its med_ ID as the address.',
  image_link: 'Images carry no link; the image stays without it.',
  image_place: 'Images cannot stand inside headings; they follow them.',
  caption: 'Captions are plain text; their links and formatting were removed.',
  depth: 'Blocks that were nested too deep were moved out of each other.',
  footnote: 'Footnotes stay as plain text.',
  task: 'The boxes of task lists stay as plain text.',
  alignment: 'Tables keep no column alignment.',
  code_info: 'Code blocks keep the name of their language and nothing else of the line.',
} as const;

export type ConversionLoss = keyof typeof messages;

/** Counts the losses of a conversion by kind. */
export class ConversionLosses {
  readonly #occurrences = new Map<
    ConversionLoss,
    { count: number; line: number; detail: string | null; characters: number }
  >();

  /**
   * @param line - line number, starting at 1
   * @param detail - the lost text, such as a URL; the first one of each kind is reported
   * @param characters - number of lost characters
   */
  add(loss: ConversionLoss, line: number, detail: string | null = null, characters = 0): void {
    const occurrence = this.#occurrences.get(loss);
    if (occurrence === undefined) this.#occurrences.set(loss, { count: 1, line, detail, characters });
    else {
      occurrence.count += 1;
      occurrence.characters += characters;
    }
  }

  /** Returns one sentence for each kind of loss, with its first line number. */
  sentences(): string[] {
    return [...this.#occurrences].map(([loss, { count, line, detail, characters }]) => {
      const where = count === 1 ? `line ${line}` : `${count} times, first in line ${line}`;
      const amount = characters === 0 ? '' : `, ${characters} characters`;
      return `${messages[loss]} (${where}${amount}${detail === null ? '' : `: ${clip(detail)}`})`;
    });
  }
}
