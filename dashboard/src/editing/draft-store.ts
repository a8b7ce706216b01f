import { ApiProblem, type Fault, isAboutValues } from '../api/problem.ts';
import { Changes } from './changes.ts';
import { type DraftCopies, type DraftCopy } from './draft-copies.ts';
import type { DraftState } from './draft-state.ts';
import { isEqual } from './equal.ts';
import { faultsOf } from './faults.ts';
import type { DraftService, EditedItem } from './item.ts';
import { clashesOf } from './merge.ts';
import { copyAfterMs, retryWaitMs, saveAfterMs } from './waits.ts';

/**
 * The draft of one item while it is edited: what was typed is kept in memory and in this browser until the service has
 * stored it, whatever the network does and whoever else saves (docs/decisions/0060-nothing-typed-is-lost.md).
 */
export class DraftStore<Item extends EditedItem = EditedItem> {
  #state: DraftState<Item>;
  readonly #service: DraftService<Item>;
  readonly #copies: DraftCopies;
  readonly #changes = new Changes();
  readonly #listeners = new Set<() => void>();
  /** Called when what a field shows is replaced from outside. */
  readonly #epochs = new Map<string, number>();
  #attempts = 0;
  #saving: Promise<void> | null = null;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #copyTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(item: Item, service: DraftService<Item>, copies: DraftCopies) {
    this.#state = { item, phase: 'saved', clashes: [], faults: new Map(), waiting: 0 };
    this.#service = service;
    this.#copies = copies;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): DraftState<Item> => this.#state;

  /** What the field holds now. */
  valueOf(key: string): unknown {
    const read = this.#changes.get(key);
    return read === undefined ? this.#state.item.draft[key] : read();
  }

  /** Grows when the field's value was replaced by somebody else's: its widget begins anew. */
  epochOf(key: string): number {
    return this.#epochs.get(key) ?? 0;
  }

  /** Whether nobody has typed anything here. */
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
    this.#renew(key);
  }

  /** Says that a field changed; `read` is asked when it is saved, so that long texts are not taken apart at every key. */
  touch(key: string, read: () => unknown): void {
    this.#changes.set(key, read, this.#state.item.draft[key]);
    const faults = new Map(this.#state.faults);
    faults.delete(key);
    const phase =
      this.#state.phase === 'saved' || this.#state.phase === 'refused' ? 'saving' : this.#state.phase;
    this.#set({ phase, faults });
    if (this.#copyTimer === undefined) this.#copyTimer = setTimeout(() => this.keepCopy(), copyAfterMs);
    if (phase === 'saving') this.#saveIn(saveAfterMs);
  }

  /** Writes what is not saved into this browser, at once. */
  keepCopy(): void {
    clearTimeout(this.#copyTimer);
    this.#copyTimer = undefined;
    if (this.#changes.size === 0) return this.#copies.drop();
    this.#copies.keep({
      revision: this.#state.item.revision,
      values: this.#changes.values(),
      base: this.#changes.base,
    });
  }

  /** Takes over what a page that is gone had typed. */
  adopt(copies: readonly DraftCopy[]): boolean {
    const values = Object.assign({}, ...copies.map((copy) => copy.values)) as Record<string, unknown>;
    const base = Object.assign({}, ...copies.map((copy) => copy.base)) as Record<string, unknown>;
    const keys = Object.keys(values).filter((key) => !isEqual(values[key], this.#state.item.draft[key]));
    for (const key of keys) {
      this.touch(key, () => values[key]);
      this.#changes.base[key] = base[key];
      this.#renew(key);
    }
    if (keys.length > 0) this.#meet(this.#state.item);
    return keys.length > 0;
  }

  /** Saves now what is not saved. Resolves when nothing waits; otherwise `state` says why. */
  async flush(): Promise<void> {
    clearTimeout(this.#saveTimer);
    while (this.#saving !== null) await this.#saving;
    if (this.#changes.size === 0 || this.#state.phase === 'clash') return;
    this.#saving = this.#save().finally(() => (this.#saving = null));
    await this.#saving;
    if (this.#state.phase === 'saving') await this.flush();
  }

  /** Asks what is stored, after a hint that somebody else saved. */
  async pull(): Promise<void> {
    // Never beside a save: what it stores would be read as somebody else's.
    while (this.#saving !== null) await this.#saving;
    const meet = (theirs: Item) =>
      theirs.revision > this.#state.item.revision ? this.#meet(theirs) : undefined;
    this.#saving = this.#service
      .read()
      .then(meet, () => undefined)
      .finally(() => (this.#saving = null));
    await this.#saving;
  }

  /** Takes what an action of this editor left: publishing, hiding, restoring. */
  accept(item: Item, own: ReadonlySet<string> = new Set(this.#changes.keys)): void {
    const before = this.#state.item.draft;
    for (const key of new Set([...Object.keys(before), ...Object.keys(item.draft)]))
      if (!own.has(key) && !isEqual(before[key], item.draft[key])) this.#renew(key);
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
    clearTimeout(this.#saveTimer);
    this.keepCopy();
  }

  /** The item is gone: nothing of it is kept. */
  end(): void {
    this.#changes.clear();
    this.close();
    this.#set({ phase: 'saved' });
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
      await this.#missed(problem);
    }
  }

  #settle(): void {
    const open = this.#changes.keys.filter((key) => !this.#state.faults.has(key));
    const phase = open.length > 0 ? 'saving' : this.#changes.size > 0 ? 'refused' : 'saved';
    this.#set({ phase });
    this.keepCopy();
    if (phase === 'saving') this.#saveIn(saveAfterMs);
  }

  async #missed(problem: unknown): Promise<void> {
    if (problem instanceof ApiProblem && problem.code === 'revision_conflict') {
      const theirs = await this.#service.read().catch(() => null);
      if (theirs !== null) return this.#meet(theirs);
    } else if (isAboutValues(problem)) {
      const faults = new Map([...this.#state.faults, ...this.#faultsOf(problem)]);
      const isKnown = this.#changes.keys.some((key) => faults.has(key));
      this.#set({ faults, ...(isKnown ? {} : { phase: 'refused' as const }) });
      return isKnown ? this.#settle() : undefined;
    }
    this.#set({ phase: 'offline' });
    this.keepCopy();
    this.#saveIn(retryWaitMs(this.#attempts++));
  }

  /** Lays what was typed here over what somebody else stored; asks where both changed one field. */
  #meet(theirs: Item): void {
    const clashes = clashesOf(this.#changes.base, this.#changes.values(), theirs.draft);
    this.accept(theirs);
    for (const key of this.#changes.keys) {
      if (!clashes.some((clash) => clash.key === key)) this.#changes.base[key] = theirs.draft[key];
    }
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
    this.#renew(key);
  }

  #renew(key: string): void {
    this.#epochs.set(key, this.epochOf(key) + 1);
  }

  #saveIn(milliseconds: number): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => void this.flush(), milliseconds);
  }

  #set(part: Partial<DraftState<Item>>): void {
    this.#state = { ...this.#state, ...part, waiting: this.#changes.size };
    for (const listener of this.#listeners) listener();
  }
}
