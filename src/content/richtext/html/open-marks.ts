/** A converted node or mark; `RichtextReader` validates it like any other input. */
export interface InlineDraft {
  type: string;
  attrs?: Record<string, unknown>;
  content?: InlineDraft[];
  marks?: InlineDraft[];
  text?: string;
}

/** The marks that are open at one position of a line. Each step takes constant time: a line can open 100,000 marks. */
export class OpenMarks {
  /** Types of the open marks by token or tag ("strong", "<b>"); null for a mark that was dropped. */
  readonly #typesByName = new Map<string, (string | null)[]>();
  /** For each type, the number of open marks and the outermost mark. */
  readonly #active = new Map<string, { mark: InlineDraft; depth: number }>();

  open(name: string, mark: InlineDraft | null): void {
    const stack = this.#typesByName.get(name) ?? [];
    this.#typesByName.set(name, stack);
    stack.push(mark?.type ?? null);
    if (mark === null) return;
    const active = this.#active.get(mark.type);
    if (active === undefined) this.#active.set(mark.type, { mark, depth: 1 });
    else active.depth += 1;
  }

  /** Closes the mark that `name` opened last, if any. */
  close(name: string): void {
    const type = this.#typesByName.get(name)?.pop();
    const active = type === undefined || type === null ? undefined : this.#active.get(type);
    if (active === undefined) return;
    active.depth -= 1;
    if (active.depth === 0) this.#active.delete(active.mark.type);
  }

  isOpen(name: string): boolean {
    return (this.#typesByName.get(name)?.length ?? 0) > 0;
  }

  /** Returns the open marks followed by `more`, each type once, outermost first. */
  with(...more: readonly InlineDraft[]): InlineDraft[] {
    const marks = [...this.#active.values()].map(({ mark }) => mark);
    return [...marks, ...more.filter(({ type }) => !this.#active.has(type))];
  }
}

/** Creates a text with marks. */
export function textOf(text: string, marks: InlineDraft[]): InlineDraft {
  return { type: 'text', text, ...(marks.length > 0 ? { marks } : {}) };
}
