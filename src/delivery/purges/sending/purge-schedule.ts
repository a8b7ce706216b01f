/** The next time to check each target. A target without a time is checked after the next change of its project. */
export class PurgeSchedule {
  /** Times by project id, then by target id. */
  readonly #projects = new Map<string, Map<string, Date | null>>();

  has(projectId: string): boolean {
    return this.#projects.has(projectId);
  }

  forget(projectIds: readonly string[]): void {
    for (const id of projectIds) this.#projects.delete(id);
  }

  retain(projectIds: ReadonlySet<string>): void {
    for (const id of this.#projects.keys()) if (!projectIds.has(id)) this.#projects.delete(id);
  }

  note(projectId: string, targetId: string, at: Date | null): void {
    const targets = this.#projects.get(projectId) ?? new Map<string, Date | null>();
    this.#projects.set(projectId, targets.set(targetId, at));
  }

  due(now: Date): string[] {
    const isDue = (at: Date | null) => at !== null && at <= now;
    return [...this.#projects].flatMap(([id, targets]) => ([...targets.values()].some(isDue) ? [id] : []));
  }

  next(): Date | null {
    const times = [...this.#projects.values()].flatMap((targets) =>
      [...targets.values()].flatMap((at) => (at === null ? [] : [at.getTime()])),
    );
    return times.length === 0 ? null : new Date(times.reduce((a, b) => Math.min(a, b)));
  }
}
