/** When targets are to be looked at again, as far as anybody knows; a target without a time waits for a change. */
export class PurgeSchedule {
  /** By project, and in it by target. */
  readonly #projects = new Map<string, Map<string, Date | null>>();

  /** Whether a target of the project is known. */
  has(projectId: string): boolean {
    return this.#projects.has(projectId);
  }

  forget(projectIds: readonly string[]): void {
    for (const id of projectIds) this.#projects.delete(id);
  }

  /** Forgets all projects but these. */
  retain(projectIds: ReadonlySet<string>): void {
    for (const id of this.#projects.keys()) if (!projectIds.has(id)) this.#projects.delete(id);
  }

  note(projectId: string, targetId: string, at: Date | null): void {
    const targets = this.#projects.get(projectId) ?? new Map<string, Date | null>();
    this.#projects.set(projectId, targets.set(targetId, at));
  }

  /** The projects with a target whose time has come. */
  due(now: Date): string[] {
    const isDue = (at: Date | null) => at !== null && at <= now;
    return [...this.#projects].flatMap(([id, targets]) => ([...targets.values()].some(isDue) ? [id] : []));
  }

  /** The earliest time, or null. */
  next(): Date | null {
    const times = [...this.#projects.values()].flatMap((targets) =>
      [...targets.values()].flatMap((at) => (at === null ? [] : [at.getTime()])),
    );
    return times.length === 0 ? null : new Date(times.reduce((a, b) => Math.min(a, b)));
  }
}
