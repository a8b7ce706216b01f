import { ApiError, isAboutValues } from '../../../api/errors/api-error.ts';
import { Changes, type Versions } from './changes.ts';
import type { DraftCopy } from './draft-copies.ts';
import { type DraftState, openKeys } from './draft-state.ts';
import { differingKeys, isEqual } from '../conflict/equal.ts';
import { InvalidFields } from './invalid-fields.ts';
import { errorsByField, errorsOfChanges, errorsOfSave } from './field-errors.ts';
import type { DraftService, EditedItem } from '../item.ts';
import { type KeptCopies, LocalCopy } from './local-copy.ts';
import { joined, type Values } from '../conflict/merge.ts';
import { ObservedDraft } from './observed-draft.ts';
import { RequestLane } from './request-lane.ts';
import { retryWaitMs, saveAfterMs } from './waits.ts';

/** The draft of one item while it is edited. What is typed stays here and in this browser until the service stored it. */
export class DraftStore<Item extends EditedItem = EditedItem> {
  readonly #service: DraftService<Item>;
  readonly #copy: LocalCopy;
  readonly #shown: ObservedDraft<Item>;
  readonly #changes = new Changes();
  readonly #requests = new RequestLane();
  readonly #invalid = new InvalidFields();
  readonly #hasField = (key: string) => key in this.#state.item.draft || this.#changes.has(key);
  #attempts = 0;
  #isRemoved = false;

  constructor(item: Item, service: DraftService<Item>, copies: KeptCopies) {
    this.#shown = new ObservedDraft(item);
    this.#service = service;
    this.#copy = new LocalCopy(copies, this.#changes, this.#shown);
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#shown.subscribe(listener);

  readonly state = (): DraftState<Item> => this.#state;

  /** What the field holds now. */
  valueOf(key: string): unknown {
    return this.#changes.valueOver(this.#state.item.draft, key);
  }

  /** Grows when a value from outside replaces what the field shows: its widget begins again. */
  epochOf(key: string): number {
    return this.#shown.epochOf(key);
  }

  /** Whether nothing was typed here. */
  get isUntouched(): boolean {
    return this.#changes.version === 0;
  }

  /** Everything that was typed here, saved or not, with what the fields held before. */
  get typed(): DraftCopy {
    return this.#changes.typedOver(this.#state.item);
  }

  change(key: string, value: unknown): void {
    this.touch(key, () => value);
  }

  /** Changes a field from outside its widget, which begins again. */
  replace(key: string, value: unknown): void {
    if (isEqual(this.valueOf(key), value)) return;
    this.change(key, value);
    this.#shown.renew(key);
  }

  /** Says what is wrong with a field that holds no value at all; null when it does again. */
  invalidate(key: string, message: string | null): void {
    const { errors, phase } = this.#state;
    if (!this.#invalid.mark(key, message)) return;
    const isAtRest = phase === 'saved' || phase === 'refused';
    this.#set({ errors: this.#invalid.among(errors, key), phase: isAtRest ? this.#rest : phase });
  }

  /** Notes that a field changed; `read` is called when it is saved, so that long texts are not taken apart at every key. */
  touch(key: string, read: () => unknown): void {
    if (this.#isRemoved) return;
    this.#changes.set(key, read, this.#state.item.draft[key]);
    const phase = ['saved', 'refused'].includes(this.#state.phase) ? 'saving' : this.#state.phase;
    this.#set({ phase, errors: this.#invalid.among(this.#state.errors, key) });
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
    const keys = differingKeys(this.#state.item.draft, values).filter((key) => key in values);
    for (const key of keys) {
      this.touch(key, () => values[key]);
      this.#changes.beganWith(key, base[key]);
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

  /** Reads what is stored, after a hint that another person saved. */
  async pull(): Promise<void> {
    await this.#requests.run(async () => {
      const theirs = this.#isRemoved ? null : await this.#service.read().catch(() => null);
      if (theirs === null) return;
      if (theirs.revision > this.#state.item.revision) this.#meet(theirs);
      else this.#shown.showRelease(theirs);
    });
  }

  /**
   * Removes the item and everything that was typed. Reads and saves wait for the response, because a removed item can't
   * be read. Throws what `remove` throws; then the editor goes on.
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
    this.#set({ item: this.#shown.renewDiffering(item, own) });
  }

  /** Shows the errors of a refused request by field. */
  refuse(error: ApiError): void {
    this.#set({ errors: errorsByField(error, this.#hasField) });
  }

  /** The answer to a clash: for each field, whose value stays. */
  async resolve(choices: ReadonlyMap<string, 'mine' | 'theirs'>): Promise<void> {
    for (const { key, otherwise } of this.#state.clashes) {
      if (choices.get(key) !== 'theirs') this.#changes.base[key] = this.#state.item.draft[key];
      else if (otherwise === undefined) this.forget(key);
      else this.change(key, otherwise);
    }
    this.#set({ clashes: [], phase: this.#changes.size === 0 ? this.#rest : 'saving' });
    this.keepCopy();
    await this.flush();
  }

  /** Lets go what was typed into a field; it holds what is stored. */
  forget(key: string): void {
    this.#changes.forget(key);
    this.#shown.renew(key);
    const { errors, phase } = this.#state;
    this.#set({ errors: this.#invalid.among(errors, key), phase: phase === 'refused' ? this.#rest : phase });
    this.keepCopy();
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
    const sent = this.#open;
    if (sent.length === 0) return this.#set({ phase: 'refused' });
    this.#set({ phase: this.#state.phase === 'offline' ? 'offline' : 'saving' });
    const versions = this.#changes.versions(sent);
    const values = this.#changes.values(sent);
    try {
      const item = await this.#service.save(values, this.#state.item.revision, this.#state.item.draft);
      this.#attempts = 0;
      const own = new Set([...this.#changes.keys, ...sent]);
      this.#changes.stored(values, versions);
      this.accept(item, own);
      this.#settle();
    } catch (error) {
      await this.#missed(error, values, versions);
    }
  }

  get #open(): string[] {
    return openKeys(this.#changes.keys, this.#state, this.#service.mergedFields);
  }

  /** Where the draft is while nothing is on its way. */
  get #rest(): 'saved' | 'refused' {
    return this.#changes.size + this.#invalid.size > 0 ? 'refused' : 'saved';
  }

  #settle(waitMs = saveAfterMs): void {
    const phase = this.#open.length > 0 ? 'saving' : this.#rest;
    this.#set({ phase });
    this.keepCopy();
    if (phase === 'saving') this.#saveIn(waitMs);
  }

  async #missed(error: unknown, sent: Values, versions: Versions): Promise<void> {
    if (error instanceof ApiError && error.code === 'revision_conflict') {
      const theirs = await this.#service.read().catch(() => null);
      if (theirs !== null) return this.#meet(theirs);
    } else if (isAboutValues(error)) {
      const { errors, concernsChange } = errorsOfChanges(
        errorsOfSave(error, sent, this.#hasField),
        this.#changes,
        versions,
      );
      this.#set({
        errors: new Map([...this.#state.errors, ...errors]),
        ...(concernsChange ? {} : { phase: 'refused' as const }),
      });
      return concernsChange ? this.#settle() : undefined;
    }
    this.#changes.unanswered(sent);
    this.#set({ phase: 'offline', saveError: error instanceof ApiError ? error : null });
    this.keepCopy();
    this.#saveIn(retryWaitMs(this.#attempts++));
  }

  /** Lays what was typed over what another person stored; a person chooses where both changed one field. */
  #meet(theirs: Item): void {
    const clashes = this.#changes.rebase(
      theirs.draft,
      this.#state.item.draft,
      this.#service.mergedFields?.merge,
    );
    this.accept(theirs);
    if (clashes.length === 0) return this.#settle(0);
    this.#set({ clashes, phase: 'clash' });
    this.keepCopy();
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
