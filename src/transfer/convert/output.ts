import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type BundleFile, bundleVersion, fileNameOf, lossesFile, manifestFile } from '../bundle/schema.ts';
import { checkOut, createTemporaryFolder, moveInto } from './out-folder.ts';
import type { ConversionCounts, ConvertReport, ItemLoss, Loss, SourceItem } from './schema.ts';
import { WordCount } from './words.ts';

/** Maximum losses reported for one item, so that one item doesn't fill the file. */
const lossesPerItemMax = 100;
const titleCharsMax = 200;
const emailAddress = /[^\s<>"'@]+@[^\s<>"'@]+/g;

/** Writes a bundle into a temporary folder, and moves it to `out` when the conversion is complete. */
class ConversionOutput {
  readonly #out: string;
  readonly #folder: string;
  readonly #source: string;
  readonly #words = new WordCount();
  readonly #streams = new Map<string, WriteStream>();
  readonly #kinds = new Map<string, ConversionCounts>();
  readonly #lossesByReason = new Map<string, number>();

  constructor(out: string, folder: string, source: string) {
    this.#out = out;
    this.#folder = folder;
    this.#source = source;
  }

  /** Writes one line of a file. */
  async write(file: BundleFile, line: object): Promise<void> {
    await this.#append(fileNameOf(file), line);
  }

  /** Copies a file into the bundle. @param path - its path in the bundle */
  async copyFile(from: string, path: string): Promise<void> {
    await mkdir(dirname(join(this.#folder, path)), { recursive: true });
    await copyFile(from, join(this.#folder, path));
  }

  /** Counts an item as converted and reports its losses. `words` are its texts before and after the conversion. */
  async reportConverted(
    item: SourceItem,
    losses: readonly ItemLoss[],
    words?: { source: string; written: string },
  ): Promise<void> {
    this.#count(item.kind, 'converted');
    await this.reportLosses(item, losses);
    if (words === undefined) return;
    const lostWords = this.#words.compare(words.source, words.written);
    if (lostWords.length > 0)
      await this.#writeLoss({
        ...item,
        reason: 'words',
        detail: lostWords.slice(0, 20).join(' '),
        effect: 'changed',
      });
  }

  /** Counts an item as skipped and reports why. */
  async reportSkipped(item: SourceItem, reason: string): Promise<void> {
    this.#count(item.kind, 'skipped');
    await this.#writeLoss({ ...item, reason, detail: null, effect: 'skipped' });
  }

  /** Reports each loss of an item once, up to a maximum. */
  async reportLosses(item: SourceItem, losses: readonly ItemLoss[]): Promise<void> {
    const unique = new Map(losses.map((loss) => [`${loss.reason} ${loss.detail ?? ''}`, loss]));
    for (const { reason, detail = null, effect = 'changed' } of [...unique.values()].slice(
      0,
      lossesPerItemMax,
    ))
      await this.#writeLoss({ ...item, reason, detail, effect });
  }

  /** Completes the bundle and moves it to `out`. */
  async finish(): Promise<ConvertReport> {
    this.#stream(lossesFile);
    for (const stream of this.#streams.values()) {
      stream.end();
      await finished(stream);
    }
    const manifest = {
      galley_bundle: bundleVersion,
      source: this.#source,
      created_at: new Date().toISOString(),
    };
    await writeFile(join(this.#folder, manifestFile), `${JSON.stringify(manifest)}\n`);
    await moveInto(this.#out, this.#folder);
    return this.#report();
  }

  /** Removes everything that was written. */
  async abandon(): Promise<void> {
    for (const stream of this.#streams.values()) stream.destroy();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #report(): ConvertReport {
    const kinds = [...this.#kinds.values()];
    const sum = (key: keyof ConversionCounts) => kinds.reduce((total, counts) => total + counts[key], 0);
    const lossCounts = [...this.#lossesByReason.values()];
    return {
      out: this.#out,
      source: this.#source,
      in: sum('in'),
      converted: sum('converted'),
      skipped: sum('skipped'),
      kinds: Object.fromEntries(this.#kinds),
      losses: {
        total: lossCounts.reduce((total, count) => total + count, 0),
        by_reason: Object.fromEntries(this.#lossesByReason),
      },
      words: { in: this.#words.in, lost: this.#words.lost },
    };
  }

  #count(kind: string, result: 'converted' | 'skipped'): void {
    const counts = this.#kinds.get(kind) ?? { in: 0, converted: 0, skipped: 0 };
    counts.in += 1;
    counts[result] += 1;
    this.#kinds.set(kind, counts);
  }

  async #writeLoss(loss: Loss): Promise<void> {
    this.#lossesByReason.set(loss.reason, (this.#lossesByReason.get(loss.reason) ?? 0) + 1);
    const title = loss.title.slice(0, titleCharsMax).replace(emailAddress, '(e-mail address)');
    const detail = loss.detail?.slice(0, titleCharsMax).replace(emailAddress, '(e-mail address)') ?? null;
    await this.#append(lossesFile, { ...loss, title, detail });
  }

  async #append(name: string, line: object): Promise<void> {
    const stream = this.#stream(name);
    if (stream.errored !== null) throw stream.errored;
    if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain');
  }

  #stream(name: string): WriteStream {
    const existing = this.#streams.get(name);
    if (existing !== undefined) return existing;
    const stream = createWriteStream(join(this.#folder, name));
    stream.on('error', () => undefined); // thrown by the next write, or by `finish`
    this.#streams.set(name, stream);
    return stream;
  }
}

export type { ConversionOutput };

/**
 * Runs a conversion that writes into `out`. A conversion that fails leaves nothing behind.
 * @param source - names the system that the content comes from, for example `wordpress:old.example.com`
 * @throws invalid_parameter if `out` is neither empty nor an earlier conversion
 */
export async function convertInto(
  out: string,
  source: string,
  convert: (output: ConversionOutput) => Promise<void>,
): Promise<ConvertReport> {
  await checkOut(out);
  const output = new ConversionOutput(out, await createTemporaryFolder(out), source);
  try {
    await convert(output);
    return await output.finish();
  } catch (error) {
    await output.abandon();
    throw error;
  }
}
