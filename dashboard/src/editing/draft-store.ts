import { ApiProblem, type Fault, isAboutValues } from '../api/problem.ts';
import { Changes, type Versions } from './changes.ts';
import type { DraftCopy } from './draft-copies.ts';
import type { DraftState } from './draft-state.ts';
import { isEqual } from './equal.ts';
import { faultsOf } from './faults.ts';
import type { DraftService, EditedItem } from './item.ts';
import { type KeptCopies, LocalCopy } from './local-copy.ts';
import { joined, type Values } from './merge.ts';
import { ObservedDraft } from './observed-draft.ts';
import { RequestLane } from './request-lane.ts';
import { retryWaitMs, saveAfterMs } from './waits.ts';

/**
 * The draft of one item while it is edited: what was typed is kept in memory and in this browser until the service has
 * stored it, whatever the network does and whoever else saves (docs/decisions/0060-nothing-typed-is-lost.md).
 */
export class DraftStore<Item extends EditedItem = EditedItem> {
  readonly #service: DraftService<Item>;
  readonly #copy: LocalCopy;
  readonly #shown: ObservedDraft<Item>;
  readonly #changes = new Changes();
  readonly #requests = new RequestLane();
  #attempts = 0;
  #isRemoved = false;

  constructor(item: Item, service: DraftService<Item>, copies: KeptCopies) {
    this.#shown = new ObservedDraft(item);
    this.#service = service;
    this.#copy = new LocalCopy(copies, this.#changes, () => this.#state.item.revision);
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#shown.subscribe(listener);

  readonly state = (): DraftState<Item> => this.#state;

  /** What the field holds now. */
  valueOf(key: string): unknown {
    const read = this.#changes.get(key);
    return read === undefined ? this.#state.item.draft[key] : read();
  }

  /** Grows when a value from outside replaces what the field shows: its widget begins anew. */
  epochOf(key: string): number {
    return this.#shown.epochOf(key);
  }

  /** Whether nothing was typed here. */
  get isUntouched(): boolean {
    return this.#changes.version === 0;
  }

  change(key: string, value: unknown): void {
    this.touch(key, () => value);
  }

  /** Changes a field from outside its widget, which begins anew. */
  replace(key: string, value: unknown): void {
    if (isEqual(this.valueOf(key), value)) return;
    this.change(key, value);
    this.#shown.renew(key);
  }

  /** Notes that a field changed; `read` is called when it is saved, so that long texts are not taken apart at every key. */
  touch(key: string, read: () => unknown): void {
    if (this.#isRemoved) return;
    this.#changes.set(key, read, this.#state.item.draft[key]);
    const faults = new Map(this.#state.faults);
    faults.delete(key);
    const phase =
      this.#state.phase === 'saved' || this.#state.phase === 'refused' ? 'saving' : this.#state.phase;
    this.#set({ phase, faults });
    this.#copy.writeSoon();
    if (phase === 'saving') this.#saveIn(saveAfterMs);
  }

  /** Writes what is not saved into this browser, at once. */
  keepCopy(): void {
    this.#copy.write();
  }

  /** Takes over what a page that is gone had typed. */
  adopt(copies: readonly DraftCopy[]): boolean {
    const { values, base } = joined(copies);
    const keys = Object.keys(values).filter((key) => !isEqual(values[key], this.#state.item.draft[key]));
    for (const key of keys) {
      this.touch(key, () => values[key]);
      this.#changes.base[key] = base[key];
      this.#shown.renew(key);
    }
    if (keys.length > 0) this.#meet(this.#state.item);
    return keys.length > 0;
  }

  /** Saves now what is not saved. Resolves when nothing waits; otherwise `state` says why. */
  async flush(): Promise<void> {
    this.#requests.cancel();
    await this.#requests.run(async () => (this.#canSave ? this.#save() : undefined));
    if (this.#canSave && this.#state.phase === 'saving') await this.flush();
  }

  /** Reads what is stored, after a hint that somebody else saved. */
  async pull(): Promise<void> {
    await this.#requests.run(async () => {
      if (this.#isRemoved) return;
      const theirs = await this.#service.read().catch(() => null);
      if (theirs !== null && theirs.revision > this.#state.item.revision) this.#meet(theirs);
    });
  }

  /**
   * Removes the item and everything that was typed. Reads and saves wait for the answer: the change log reports the
   * removal earlier, and a removed item cannot be read. Throws what `remove` throws; then the editor goes on.
   */
  async remove(remove: () => Promise<void>): Promise<void> {
    await this.#requests.run(async () => {
      await remove();
      this.#isRemoved = true;
    });
    this.#changes.clear();
    this.close();
    this.#set({ phase: 'saved' });
  }

  /** Takes what an action of this editor left: publishing, hiding, restoring. */
  accept(item: Item, own: ReadonlySet<string> = new Set(this.#changes.keys)): void {
    const before = this.#state.item.draft;
    for (const key of new Set([...Object.keys(before), ...Object.keys(item.draft)]))
      if (!own.has(key) && !isEqual(before[key], item.draft[key])) this.#shown.renew(key);
    this.#set({ item });
  }

  /** Shows what somebody refused to take: faults by field. */
  refuse(problem: ApiProblem): void {
    this.#set({ faults: this.#faultsOf(problem) });
  }

  /** The answer to a clash: for each field, whose value stays. */
  async resolve(choices: ReadonlyMap<string, 'mine' | 'theirs'>): Promise<void> {
    for (const { key, theirs } of this.#state.clashes) {
      if (choices.get(key) === 'theirs') this.#forget(key);
      else this.#changes.base[key] = theirs;
    }
    this.#set({ clashes: [], phase: this.#changes.size === 0 ? 'saved' : 'saving' });
    this.keepCopy();
    await this.flush();
  }

  /** Stops the timers; what is not saved stays in this browser. */
  close(): void {
    this.#requests.cancel();
    this.keepCopy();
  }

  get #canSave(): boolean {
    return !this.#isRemoved && this.#changes.size > 0 && this.#state.phase !== 'clash';
  }

  async #save(): Promise<void> {
    const sent = this.#changes.keys.filter((key) => !this.#state.faults.has(key));
    if (sent.length === 0) return this.#set({ phase: 'refused' });
    this.#set({ phase: this.#state.phase === 'offline' ? 'offline' : 'saving' });
    const versions = this.#changes.versions(sent);
    const values = this.#changes.values(sent);
    try {
      const item = await this.#service.save(values, this.#state.item.revision);
      this.#attempts = 0;
      const own = new Set([...this.#changes.keys, ...sent]);
      this.#changes.stored(values, versions);
      this.accept(item, own);
      this.#settle();
    } catch (problem) {
      await this.#missed(problem, values, versions);
    }
  }

  #settle(): void {
    const open = this.#changes.keys.filter((key) => !this.#state.faults.has(key));
    const phase = open.length > 0 ? 'saving' : this.#changes.size > 0 ? 'refused' : 'saved';
    this.#set({ phase });
    this.keepCopy();
    if (phase === 'saving') this.#saveIn(saveAfterMs);
  }

  async #missed(problem: unknown, sent: Values, versions: Versions): Promise<void> {
    if (problem instanceof ApiProblem && problem.code === 'revision_conflict') {
      const theirs = await this.#service.read().catch(() => null);
      if (theirs !== null) return this.#meet(theirs);
    } else if (isAboutValues(problem)) {
      const found = this.#faultsOf(problem);
      const isKnown = this.#changes.keys.some((key) => found.has(key));
      // What was typed since is not at fault.
      for (const key of this.#changes.changedSince(versions)) found.delete(key);
      const faults = new Map([...this.#state.faults, ...found]);
      this.#set({ faults, ...(isKnown ? {} : { phase: 'refused' as const }) });
      return isKnown ? this.#settle() : undefined;
    }
    this.#changes.unanswered(sent);
    this.#set({ phase: 'offline' });
    this.keepCopy();
    this.#saveIn(retryWaitMs(this.#attempts++));
  }

  /** Lays what was typed here over what somebody else stored; a person chooses where both changed one field. */
  #meet(theirs: Item): void {
    const clashes = this.#changes.rebase(theirs.draft);
    this.accept(theirs);
    if (clashes.length > 0) this.#set({ clashes, phase: 'clash' });
    else if (this.#changes.size > 0) {
      this.#set({ phase: 'saving' });
      this.#saveIn(0);
    } else this.#set({ phase: 'saved' });
    this.keepCopy();
  }

  #faultsOf(problem: ApiProblem): Map<string, Fault> {
    const { draft } = this.#state.item;
    return faultsOf(problem, (key) => Object.hasOwn(draft, key) || this.#changes.has(key));
  }

  #forget(key: string): void {
    this.#changes.forget(key);
    this.#shown.renew(key);
  }

  #saveIn(milliseconds: number): void {
    this.#requests.after(milliseconds, () => void this.flush());
  }

  get #state(): DraftState<Item> {
    return this.#shown.current;
  }

  #set(part: Partial<DraftState<Item>>): void {
    this.#shown.set({ ...part, waiting: this.#changes.size });
  }
}
