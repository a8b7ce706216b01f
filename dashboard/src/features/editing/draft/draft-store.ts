import { ApiError, isAboutValues } from '../../../api/errors/api-error.ts';
import { Changes, type Versions } from './changes.ts';
import type { DraftCopy } from './draft-copies.ts';
import { type DraftState, sendableKeys } from './draft-state.ts';
import { readConflicts } from '../conflict/read-conflicts.ts';
import { differingKeys, isEqual } from '../conflict/equal.ts';
import { InvalidFields } from './invalid-fields.ts';
import { errorsByField, errorsOfChanges, errorsOfSave } from './field-errors.ts';
import type { DraftService, EditedItem, SaveMerge } from '../item.ts';
import { type CopyStore, LocalCopy } from './local-copy.ts';
import { type Choice, type Conflict, mergeCopies, type Values } from '../conflict/merge.ts';
import { type Renaming, renamingBy, renameValues } from './renamed-names.ts';
import { ObservedDraft } from './observed-draft.ts';
import { RequestQueue } from './request-queue.ts';

/** How soon changes are saved, in milliseconds. */
export interface SavePace {
  /** The pause in typing before a save. */
  pauseMs: number;
  /** The longest time that a change waits while typing continues. */
  maxWaitMs: number;
}

const writingPace: SavePace = { pauseMs: 700, maxWaitMs: Infinity };
/** Milliseconds to wait after the first failed attempts, then after all later ones. */
const retryMs = [1_000, 2_000, 4_000, 8_000] as const;
const laterRetryMs = 15_000;

/** Receives the key of a changed field with the value before and after. Rich text is read only when it is saved. */
type ChangeListener = (key: string, before: unknown, after: unknown) => void;

/**
 * The draft of one item while it is edited. Changes stay here and in this browser until the service has stored them.
 */
export class DraftStore<Item extends EditedItem = EditedItem> {
  readonly #service: DraftService<Item>;
  readonly #localCopy: LocalCopy;
  readonly #observed: ObservedDraft<Item>;
  readonly #changes = new Changes();
  readonly #requests = new RequestQueue();
  readonly #invalid = new InvalidFields();
  readonly #hasField = (key: string) => key in this.#state.item.draft || this.#changes.has(key);
  readonly #changeListeners = new Set<ChangeListener>();
  #pace = writingPace;
  #attempts = 0;
  #isRemoved = false;
  #keptVersions: readonly string[] = [];
  /** The choices for the next save, by the ids of conflicts. */
  #choices: Readonly<Record<string, Choice>> | undefined;
  /** The time of the first change since the last save. */
  #changedAt: number | null = null;

  constructor(item: Item, service: DraftService<Item>, copies: CopyStore) {
    this.#observed = new ObservedDraft(item);
    this.#service = service;
    this.#localCopy = new LocalCopy(copies, this.#changes, this.#observed);
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#observed.subscribe(listener);

  readonly state = (): DraftState<Item> => this.#state;

  /** The current value of a field. A form that hasn't rendered since a rename still uses the previous keys. */
  valueOf(key: string): unknown {
    return this.#changes.valueOver(this.#state.item.draft, this.nameOf(key));
  }

  /** The current name of a field that may have been renamed. */
  nameOf(key: string): string {
    return this.#renaming?.nameOf(key) ?? key;
  }

  /** Increases when another source replaces the value of a field, so that its widget is created again. */
  epochOf(key: string): number {
    return this.#observed.epochOf(this.nameOf(key));
  }

  /** Whether nothing was changed here. */
  get isUntouched(): boolean {
    return this.#changes.version === 0 && Object.keys(this.#changes.origins).length === 0;
  }

  /** A copy of all changes, saved or not, with the previous values. */
  get typedCopy(): DraftCopy {
    return this.#changes.toCopy(this.#state.item);
  }

  change(key: string, value: unknown): void {
    const before = this.#changeListeners.size > 0 ? this.valueOf(key) : undefined;
    this.touch(key, () => value);
    for (const listener of this.#changeListeners) listener(this.nameOf(key), before, value);
  }

  /** Saves at another pace until the returned function is called, and calls `listener` with each changed value. */
  follow(pace: SavePace, listener: ChangeListener): () => void {
    this.#pace = pace;
    this.#changeListeners.add(listener);
    return () => {
      this.#pace = writingPace;
      this.#changeListeners.delete(listener);
    };
  }

  /** Changes a field from outside its widget, which is created again. */
  replace(key: string, value: unknown): void {
    if (isEqual(this.valueOf(key), value)) return;
    this.change(key, value);
    this.#observed.renew(this.nameOf(key));
  }

  /** Sets the error of a field whose input is not a valid value; null removes it. */
  invalidate(formKey: string, message: string | null): void {
    const key = this.nameOf(formKey);
    const { errors, phase } = this.#state;
    if (!this.#invalid.mark(key, message)) return;
    const isIdle = phase === 'saved' || phase === 'rejected';
    this.#set({ errors: this.#invalid.errorsAfter(errors, key), phase: isIdle ? this.#idlePhase : phase });
  }

  /**
   * Notes that a field changed. `read` is called when it is saved, so that long texts are not read at every keystroke.
   */
  touch(formKey: string, read: () => unknown): void {
    if (this.#isRemoved) return;
    const key = this.nameOf(formKey);
    this.#changes.set(key, read, this.#state.item.draft[key]);
    const phase = ['saved', 'rejected'].includes(this.#state.phase) ? 'saving' : this.#state.phase;
    this.#set({ phase, errors: this.#invalid.errorsAfter(this.#state.errors, key) });
    this.#localCopy.writeSoon();
    this.#changedAt ??= performance.now();
    const { pauseMs, maxWaitMs } = this.#pace;
    const msLeft = Math.max(0, this.#changedAt + maxWaitMs - performance.now());
    if (phase === 'saving') this.#saveIn(Math.min(pauseMs, msLeft));
  }

  /** Stores unsaved changes on this device at once. Resolves when they are on the disk. */
  async storeCopy(): Promise<void> {
    await this.#localCopy.write();
  }

  /** Takes over the changes of a closed page. */
  adopt(copies: readonly DraftCopy[]): boolean {
    const renaming = this.#renaming;
    const { values, base } = mergeCopies(
      renaming === null
        ? copies
        : copies.map((copy) => ({
            values: renameValues(copy.values, renaming),
            base: renameValues(copy.base, renaming),
          })),
    );
    const keys = differingKeys(this.#state.item.draft, values).filter((key) => key in values);
    for (const key of keys) {
      this.touch(key, () => values[key]);
      this.#changes.setBase(key, base[key]);
      this.#observed.renew(key);
    }
    // The request of a closing page may have stored the others.
    for (const key of Object.keys(values)) if (!keys.includes(key)) this.#changes.origins[key] = base[key];
    if (keys.length > 0) this.#mergeTheirs(this.#state.item);
    return keys.length > 0;
  }

  /** Saves all changes now. Resolves when nothing is unsaved; otherwise `state` contains the reason. */
  async flush(): Promise<void> {
    this.#requests.cancel();
    await this.#saveOnce();
    if (this.#canSave && this.#state.phase === 'saving') await this.flush();
  }

  /** Reads the stored item after a hint that someone saved it. */
  async pull(): Promise<void> {
    await this.#requests.run(async () => {
      const theirs = this.#isRemoved ? null : await this.#service.read().catch(() => null);
      if (theirs === null) return;
      this.#rename(theirs);
      if (theirs.revision > this.#state.item.revision) this.#mergeTheirs(theirs);
      else this.#observed.showRelease(theirs);
    });
  }

  /** Moves changes to the current keys of renamed fields. Doesn't wait for requests about the item. */
  async followRenames(): Promise<void> {
    const item = this.#isRemoved ? null : await this.#service.read().catch(() => null);
    if (item !== null) this.#rename(item);
  }

  /**
   * Removes the item and all changes. Reads and saves wait for the response, because a removed item can't be read. If
   * `remove` throws, the error is thrown and the editor continues.
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

  /** Takes the result of an action of this editor, such as publish or restore. */
  accept(item: Item, ownKeys: ReadonlySet<string> = new Set(this.#changes.keys)): void {
    this.#rename(item);
    this.#set({ item: this.#observed.renewDiffering(item, ownKeys) });
  }

  /** Shows the errors of a rejected request by field. */
  showErrors(error: ApiError): void {
    this.#set({ errors: errorsByField(error, this.#hasField) });
  }

  /**
   * Resolves conflicts with the chosen version of each, and saves. The user must choose again for conflicts without a
   * choice.
   * @returns the ids of the versions with the losing sides
   */
  async resolve(choices: ReadonlyMap<Conflict, Choice>): Promise<readonly string[]> {
    const choicesById: Record<string, Choice> = {};
    for (const [{ key, id, fallback }, choice] of choices) {
      if (id !== undefined) choicesById[id] = choice;
      else if (choice === 'theirs') this.change(key, fallback);
      else this.#changes.base[key] = this.#state.item.draft[key];
    }
    this.#choices = choicesById;
    this.#set({ conflicts: [], phase: this.#changes.size === 0 ? this.#idlePhase : 'saving' });
    void this.storeCopy();
    this.#keptVersions = [];
    await this.flush();
    return this.#keptVersions;
  }

  /** Sends unsaved changes of a page that is closing. They also stay on this device until it is opened again. */
  saveOnClose(): void {
    this.#localCopy.writeOnClose();
    const keys = this.#canSave ? this.#sendableKeys : [];
    if (keys.length === 0) return;
    const values = this.#changes.values(keys);
    const base = this.#changes.baseOf(keys);
    if (this.#service.saveOnClose?.(values, this.#state.item.draft, base) === true)
      this.#changes.noteLostResponse(values);
  }

  /** Discards the change of a field, which shows its stored value again. */
  forget(formKey: string): void {
    const key = this.nameOf(formKey);
    this.#changes.forget(key);
    this.#observed.renew(key);
    const { errors, phase } = this.#state;
    this.#set({
      errors: this.#invalid.errorsAfter(errors, key),
      phase: phase === 'rejected' ? this.#idlePhase : phase,
    });
    void this.storeCopy();
  }

  /** Stops the timers. Unsaved changes stay in this browser. */
  close(): void {
    this.#requests.cancel();
    void this.storeCopy();
  }

  get #canSave(): boolean {
    return !this.#isRemoved && this.#changes.size > 0 && this.#state.phase !== 'conflict';
  }

  async #save(): Promise<void> {
    const keys = this.#sendableKeys;
    this.#changedAt = null;
    if (keys.length === 0) return this.#set({ phase: 'rejected' });
    this.#set({ phase: this.#state.phase === 'offline' ? 'offline' : 'saving' });
    const versions = this.#changes.versions(keys);
    const values = this.#changes.values(keys);
    const { revision, draft } = this.#state.item;
    const merge: SaveMerge = {
      base: this.#changes.baseOf(keys),
      ...(this.#choices === undefined ? {} : { resolve: this.#choices }),
    };
    this.#choices = undefined;
    try {
      const item = await this.#service.save(values, revision, draft, merge);
      this.#attempts = 0;
      this.#keptVersions = item.meta?.kept_versions ?? [];
      this.#changes.markStored(values, versions);
      // The result of a merge is shown, unless its field changed meanwhile: then the next save merges it.
      const isMerged = (key: string) => !isEqual(merge.base[key], draft[key]) && !this.#changes.has(key);
      this.accept(item, new Set([...this.#changes.keys, ...keys.filter((key) => !isMerged(key))]));
      for (const key of keys)
        if (isMerged(key) && !isEqual(item.draft[key], values[key])) this.#observed.renew(key);
      this.#settle();
    } catch (error) {
      await this.#handleFailure(error, values, versions);
    }
  }

  get #sendableKeys(): string[] {
    return sendableKeys(this.#changes.keys, this.#state, this.#service.mergedFields);
  }

  /** The phase while nothing is being sent. */
  get #idlePhase(): 'saved' | 'rejected' {
    return this.#changes.size + this.#invalid.size > 0 ? 'rejected' : 'saved';
  }

  #settle(waitMs = this.#pace.pauseMs): void {
    const phase = this.#sendableKeys.length > 0 ? 'saving' : this.#idlePhase;
    this.#set({ phase });
    void this.storeCopy();
    if (phase === 'saving') this.#saveIn(waitMs);
  }

  async #handleFailure(error: unknown, values: Values, versions: Versions): Promise<void> {
    if (error instanceof ApiError && error.code === 'revision_conflict') {
      const theirs = await this.#service.read().catch(() => null);
      if (theirs !== null) return this.#mergeTheirs(theirs);
    } else if (error instanceof ApiError && error.code === 'edit_conflict') {
      this.#set({ conflicts: readConflicts(error, Object.keys(values)), phase: 'conflict' });
      return void this.storeCopy();
    } else if (isAboutValues(error)) {
      if (error.errors.some(({ code }) => code === 'unknown_field')) {
        await this.followRenames();
        if (Object.keys(values).some((key) => this.nameOf(key) !== key)) return this.#settle(0);
      }
      const { errors, concernsChange } = errorsOfChanges(
        errorsOfSave(error, values, this.#hasField),
        this.#changes,
        versions,
      );
      this.#set({
        errors: new Map([...this.#state.errors, ...errors]),
        ...(concernsChange ? {} : { phase: 'rejected' as const }),
      });
      return concernsChange ? this.#settle() : undefined;
    }
    this.#changes.noteLostResponse(values);
    this.#set({ phase: 'offline', saveError: error instanceof ApiError ? error : null });
    void this.storeCopy();
    this.#saveIn(retryMs[this.#attempts++] ?? laterRetryMs);
  }

  /** Merges the changes into what another user stored. The user chooses if both changed a field. */
  #mergeTheirs(theirs: Item): void {
    this.#rename(theirs);
    const conflicts = this.#changes.rebase(
      theirs.draft,
      this.#state.item.draft,
      this.#service.mergedFields?.merge,
    );
    this.accept(theirs);
    if (conflicts.length === 0) return this.#settle(0);
    this.#set({ conflicts, phase: 'conflict' });
    void this.storeCopy();
  }

  get #renaming(): Renaming | null {
    const { draft, renamed_keys: renamed } = this.#state.item;
    return renamingBy(renamed, (key) => this.#changes.valueOver(draft, key));
  }

  /** Moves changes and the stored draft to the keys of a newer definition. */
  #rename({ renamed_keys: renamed }: Pick<Item, 'renamed_keys'>): void {
    const { item, errors, conflicts } = this.#state;
    if (renamed === undefined || isEqual(renamed, item.renamed_keys)) return;
    const renaming = renamingBy(renamed, (key) => this.#changes.valueOver(item.draft, key));
    if (renaming === null) return;
    const { nameOf } = renaming;
    const draft = renameValues(item.draft, renaming);
    const live = item.live === null ? null : renameValues(item.live, renaming);
    this.#changes.rename(renaming);
    this.#set({
      item: { ...item, draft, live, renamed_keys: renamed },
      errors: new Map([...errors].map(([key, error]) => [nameOf(key), error])),
      conflicts: conflicts.map((conflict) => ({ ...conflict, key: nameOf(conflict.key) })),
    });
    void this.storeCopy();
  }

  #saveIn(milliseconds: number): void {
    this.#requests.after(milliseconds, () => void this.#saveOnce());
  }

  /** Saves once. Changes that are typed meanwhile are saved at the pace of the editor. */
  #saveOnce(): Promise<void> {
    return this.#requests.run(async () => (this.#canSave ? this.#save() : undefined));
  }

  get #state(): DraftState<Item> {
    return this.#observed.current;
  }

  #set(part: Partial<DraftState<Item>>): void {
    this.#observed.set({ ...part, unsavedCount: this.#changes.size });
  }
}
