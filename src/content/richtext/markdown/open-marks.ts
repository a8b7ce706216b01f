/** A node or mark as it would have been written by hand; the reader checks it like any other input. */
export interface InlineDraft {
  type: string;
  attrs?: Record<string, unknown>;
  content?: InlineDraft[];
  marks?: InlineDraft[];
  text?: string;
}

/**
 * The marks that are open at one place of a line. Each step costs the same however many are open, since a line may open
 * a hundred thousand.
 */
export class OpenMarks {
  /** By what opened them ("strong", "<b>"): the types of marks, null where the mark was left out. */
  readonly #opened = new Map<string, (string | null)[]>();
  /** By type: how often it is open, and the mark of the outermost. */
  readonly #active = new Map<string, { mark: InlineDraft; depth: number }>();

  open(name: string, mark: InlineDraft | null): void {
    const stack = this.#opened.get(name) ?? [];
    this.#opened.set(name, stack);
    stack.push(mark?.type ?? null);
    if (mark === null) return;
    const active = this.#active.get(mark.type);
    if (active === undefined) this.#active.set(mark.type, { mark, depth: 1 });
    else active.depth += 1;
  }

  /** Ends what `name` opened last; without one open nothing happens. */
  close(name: string): void {
    const type = this.#opened.get(name)?.pop();
    const active = type === undefined || type === null ? undefined : this.#active.get(type);
    if (active === undefined) return;
    active.depth -= 1;
    if (active.depth === 0) this.#active.delete(active.mark.type);
  }

  isOpen(name: string): boolean {
    return (this.#opened.get(name)?.length ?? 0) > 0;
  }

  /** The marks that text carries here, and `more`; each type once, the outer one first. */
  with(...more: readonly InlineDraft[]): InlineDraft[] {
    const marks = [...this.#active.values()].map(({ mark }) => mark);
    return [...marks, ...more.filter(({ type }) => !this.#active.has(type))];
  }
}
