import { ApiError, apiError } from '../../contract/errors/api-error.ts';
import { loadAllBlocks, loadTypes, type TypesBySlug, withBlocks } from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import type { HeldLease } from '../../core/mongo/index.ts';
import { writeBatch } from '../../projects/index.ts';
import { readBundleLines } from '../bundle/read.ts';
import type { BundleFile, BundleLine } from '../bundle/schema.ts';
import type { BundleIndex, ContentFile } from './bundle-index.ts';
import { type DefinitionOutcome, definitionsOf, storeDefinitions } from './definitions.ts';
import { Downloader } from './download.ts';
import { itemWriters } from './item-writers.ts';
import { storeMediaFile } from './media.ts';
import type { ReportWriter } from './report.ts';
import { resolveItem } from './resolve/item.ts';
import type { ItemFailure, ItemResult, ItemWarning, LoadOptions, ResolvedItem } from './schema.ts';
import { type BatchOptions, failureOf, storeBatch } from './store/store-batch.ts';

/** Maximum lines of one transaction, and their approximate maximum characters. */
const batchLines = 200;
const batchChars = 4 * 1024 * 1024;

/** The files whose items can refer to items that are loaded after them. */
const referringFiles: readonly BundleFile[] = ['kb-articles', 'entries', 'articles'];

export interface LoadParts {
  source: string;
  files: readonly BundleFile[];
  index: BundleIndex;
  report: ReportWriter;
  lease: HeldLease;
}

/** One run of a load, file by file. */
export class LoadRun {
  readonly #options: LoadOptions;
  readonly #parts: LoadParts;
  readonly #newContext: () => Promise<ReleaseContext>;
  #types: TypesBySlug = withBlocks([], []);
  #shared: Promise<ReleaseContext> | null = null;
  #doneCount = 0;
  /** Whether an item failed that stored items may refer to. */
  #hasFailures = false;
  /** The number of missing references by stored line, for lines that have any. */
  readonly #missingCounts = new Map<string, number>();
  /** In a dry run: store again what earlier, rolled back transactions stored, because later ones depend on it. */
  readonly #replays: ((member: ReleaseContext) => Promise<void>)[] = [];
  /** In a dry run: the slugs and unique values that earlier transactions would have stored. */
  readonly #taken = new Set<string>();

  constructor(options: LoadOptions, parts: LoadParts) {
    this.#options = options;
    this.#parts = parts;
    const { dryRun, newContext } = options;
    this.#newContext = async () => ({ ...(await newContext()), dryRun });
  }

  /** @throws load_in_progress if another load has taken the lease */
  async run(): Promise<void> {
    const { files } = this.#parts;
    await this.#storeDefinitions();
    for (const file of files) {
      if (file === 'media') await this.#storeMedia();
      else if (file !== 'blocks' && file !== 'types') await this.#storeFile(file);
    }
    if (this.#hasFailures) await this.#repairReferences();
  }

  async #storeDefinitions(): Promise<void> {
    const { files } = this.#parts;
    const lines: BundleLine[] = [];
    for (const file of files)
      if (file === 'blocks' || file === 'types') for await (const line of this.#lines(file)) lines.push(line);
    const { project } = await this.#newContext();
    const definitions = definitionsOf(lines, { redirects: files.includes('redirects'), project });
    if (definitions.length === 0) {
      this.#types = await typesOf(await this.#newContext());
      return;
    }
    let outcomes: DefinitionOutcome[];
    if (this.#options.dryRun) {
      const store = async (member: ReleaseContext) =>
        storeDefinitions(definitions, { newContext: () => Promise.resolve(member), joins: true });
      outcomes = await writeBatch(await this.#newContext(), async (member) => {
        const results = await store(member);
        this.#types = await typesOf(member);
        return results;
      });
      this.#replays.push(async (member) => void (await store(member)));
    } else {
      outcomes = await storeDefinitions(definitions, { newContext: this.#newContext, joins: false });
      this.#types = await typesOf(await this.#newContext());
    }
    for (const outcome of outcomes) await this.#report(outcome);
  }

  async #storeMedia(): Promise<void> {
    const { folder, overwrites, dryRun, allowsPrivateHosts } = this.#options;
    const { source, index } = this.#parts;
    const { bounds } = await this.#newContext();
    const downloader = new Downloader({ maxBytes: bounds.uploadBytesMax, allowsPrivateHosts });
    const options = { folder, source, index, downloader, overwrites, dryRun, newContext: this.#newContext };
    try {
      for await (const line of this.#lines('media')) {
        await this.#keepLease();
        const outcome = await storeMediaFile(line, options);
        if (outcome.result === 'failed') index.drop('media', line.sourceId);
        else index.setId('media', line.sourceId, outcome.id);
        await this.#report(outcome);
      }
    } finally {
      downloader.close();
    }
  }

  async #storeFile(file: ContentFile): Promise<void> {
    let batch: ResolvedItem[] = [];
    let chars = 0;
    const flush = async () => {
      await this.#storeItems(file, batch);
      batch = [];
      chars = 0;
    };
    for await (const line of this.#lines(file)) {
      const item = await this.#resolve(line);
      if (item === null) continue;
      batch.push(item);
      chars += sizeOf(line.body);
      if (batch.length === batchLines || chars > batchChars) await flush();
    }
    await flush();
  }

  async #storeItems(file: ContentFile, items: readonly ResolvedItem[]): Promise<void> {
    if (items.length === 0) return;
    await this.#keepLease();
    const { index } = this.#parts;
    const outcomes = await storeBatch(file, items, this.#batchOptions());
    for (const outcome of outcomes.sort((a, b) => a.item.line.line - b.item.line.line)) {
      const { line } = outcome.item;
      if (outcome.result === 'failed') this.#drop(line, outcome.failure?.code);
      else {
        index.setId(file, line.sourceId, outcome.id);
        this.#countMissing(line, outcome.warnings);
      }
      await this.#report({ ...outcome, line });
    }
    if (this.#options.dryRun && (file === 'kb-collections' || file === 'kb-sections'))
      this.#replayContainers(
        file,
        outcomes.filter(({ result }) => result === 'created').map(({ item }) => item),
      );
  }

  /** In a dry run: articles need their collections and sections in the database. */
  #replayContainers(file: ContentFile, items: readonly ResolvedItem[]): void {
    this.#replays.push(async (member) => {
      for (const { id, body } of items)
        await itemWriters[file].create({ ...member, creation: { id } }, body, {});
    });
  }

  /** Removes a failed item as a target of references. An item that was edited in Galley exists, so it stays a target. */
  #drop({ file, sourceId }: BundleLine, code: string | undefined): void {
    if (code === 'edited_since_load') return;
    this.#parts.index.drop(file, sourceId);
    this.#hasFailures = true;
  }

  async #resolve(line: BundleLine): Promise<ResolvedItem | null> {
    const { project, now } = await this.#sharedContext();
    const { storesDraftsOnly } = this.#options;
    try {
      const { index } = this.#parts;
      return resolveItem(line, { index, types: this.#types, project, now, storesDraftsOnly });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#drop(line, error.code);
      await this.#report({ line, result: 'failed', failure: failureOf(error), warnings: [] });
      return null;
    }
  }

  /** A context that is created once, for what doesn't change during a load, such as the locales of the project. */
  #sharedContext(): Promise<ReleaseContext> {
    return (this.#shared ??= this.#newContext());
  }

  /** Stores items again without their references to items that failed later, and warns about each reference. */
  async #repairReferences(): Promise<void> {
    const { files } = this.#parts;
    for (const file of files.filter((each) => referringFiles.includes(each)) as ContentFile[]) {
      for await (const line of this.#lines(file)) {
        if (this.#parts.index.idOf(file, line.sourceId) === null) continue;
        const { project, now } = await this.#sharedContext();
        const { index } = this.#parts;
        const { storesDraftsOnly, dryRun } = this.#options;
        const item = resolveItem(line, { index, types: this.#types, project, now, storesDraftsOnly });
        const missingWarnings = item.warnings.filter(isMissingReference);
        const warnedCount = this.#missingCounts.get(keyOf(line)) ?? 0;
        if (missingWarnings.length <= warnedCount) continue;
        await this.#keepLease();
        if (!dryRun) await storeBatch(file, [item], this.#batchOptions());
        await this.#parts.report.warn(line, missingWarnings.slice(warnedCount));
      }
    }
  }

  #batchOptions(): BatchOptions {
    const { overwrites, storesDraftsOnly, dryRun } = this.#options;
    const { source } = this.#parts;
    const options = { source, overwrites, storesDraftsOnly, newContext: this.#newContext };
    if (!dryRun) return options;
    const replay = async (member: ReleaseContext) => {
      for (const store of this.#replays) await store(member);
    };
    return { ...options, taken: this.#taken, ...(this.#replays.length === 0 ? {} : { replay }) };
  }

  #countMissing(line: BundleLine, warnings: readonly ItemWarning[]): void {
    const count = warnings.filter(isMissingReference).length;
    if (count > 0) this.#missingCounts.set(keyOf(line), count);
  }

  async #report(outcome: {
    line: BundleLine;
    result: ItemResult;
    failure?: ItemFailure;
    warnings: readonly ItemWarning[];
  }): Promise<void> {
    const { line, result, failure, warnings } = outcome;
    const { report, index } = this.#parts;
    if (result === 'failed')
      await report.fail(line, failure ?? { code: 'internal_error', message: 'It was not stored.' });
    else {
      report.count(line, result);
      await report.warn(line, warnings);
    }
    this.#doneCount += 1;
    this.#options.progress({ done: this.#doneCount, total: index.total, name: line.file });
  }

  #lines(file: BundleFile): AsyncGenerator<BundleLine> {
    return readBundleLines(this.#options.folder, file);
  }

  async #keepLease(): Promise<void> {
    if (!(await this.#parts.lease.keep())) throw apiError('load_in_progress', {});
  }
}

async function typesOf(context: ReleaseContext): Promise<TypesBySlug> {
  const types = await loadTypes(context);
  return withBlocks([...types.values()], [...(await loadAllBlocks(context)).values()]);
}

const isMissingReference = ({ code }: ItemWarning) => code === 'reference_missing';

const keyOf = ({ file, line }: BundleLine) => `${file} ${line}`;

/** The approximate size of a body in characters. */
function sizeOf(body: Record<string, unknown>): number {
  return JSON.stringify(body).length;
}
