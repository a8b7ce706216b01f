/** A small model of an item in several locales. Dates are whole minutes, and `passTo` visits each minute. */

export type Values = Record<string, string>;

export const locales = ['en', 'de', 'at', 'fr'] as const;
export type LocaleId = (typeof locales)[number];
export const fallbacks: Record<LocaleId, LocaleId | null> = { en: null, de: 'en', at: 'de', fr: 'en' };
/** Localized keys; `strict` never falls back. */
export const ownKeys = ['title', 'strict'] as const;

interface Plan {
  values: Values;
  from: number;
  until: number | null;
}

interface Pending {
  at: number;
  values: Values;
  shared: Record<string, string | null>;
}

interface ModelLocale {
  draft: Values;
  plan: Plan | null;
  pending: Pending | null;
  date: number | null;
  end: number | null;
}

export interface Command {
  kind: 'edit' | 'draft' | 'publish' | 'hide' | 'schedule';
  locales: readonly LocaleId[];
  own: Record<string, string | null>;
  shared: Record<string, string | null>;
  /** Minutes from the command: the start of a publication or the date of a scheduled change. */
  at: number | null;
  /** Minutes from the later of start and command; only for publications. */
  end: number | null;
  publishesShared: boolean;
}

function merged(values: Values, change: Record<string, string | null>): Values {
  const all = Object.entries({ ...values, ...change });
  return Object.fromEntries(all.filter((pair): pair is [string, string] => pair[1] !== null));
}

export class Model {
  minute = 0;
  readonly byId = new Map<LocaleId, ModelLocale>();
  sharedDraft: Values = {};
  sharedLive: Values = {};

  passTo(minute: number): void {
    for (; this.minute < minute; this.minute += 1) this.#visit(this.minute + 1);
  }

  #visit(minute: number): void {
    for (const locale of this.byId.values()) {
      if (locale.pending?.at === minute && locale.plan !== null) {
        locale.plan.values = locale.pending.values;
        this.sharedLive = merged(this.sharedLive, locale.pending.shared);
        locale.pending = null;
      }
      if (locale.plan?.until === minute) Object.assign(locale, { plan: null, pending: null, end: null });
    }
    this.#forgetHidden();
  }

  #forgetHidden(): void {
    if ([...this.byId.values()].every(({ plan }) => plan === null)) this.sharedLive = {};
  }

  isLive(id: LocaleId): boolean {
    const plan = this.byId.get(id)?.plan;
    return plan != null && plan.from <= this.minute;
  }

  isAnyLive(): boolean {
    return locales.some((id) => this.isLive(id));
  }

  run(command: Command): void {
    const { kind, shared } = command;
    const hadPlan = [...this.byId.values()].some(({ plan }) => plan !== null);
    const waitingBefore = this.sharedDraft;
    for (const id of command.locales) this.#runIn(id, command);
    this.sharedDraft = merged(waitingBefore, shared);
    const isLive = command.locales.some((id) => this.isLive(id));
    const isScheduled = command.locales.some((id) => this.byId.get(id)?.plan != null);
    if (kind === 'schedule') {
      const patch: Record<string, string | null> = {};
      for (const key of new Set([...Object.keys(this.sharedLive), ...Object.keys(this.sharedDraft)]))
        if (command.publishesShared && this.sharedLive[key] !== this.sharedDraft[key])
          patch[key] = this.sharedDraft[key] ?? null;
      for (const id of command.locales) {
        const pending = this.byId.get(id)?.pending;
        if (pending != null) pending.shared = patch;
      }
    } else if (kind !== 'draft' && (kind !== 'publish' || command.publishesShared)) {
      if (isLive || (isScheduled && !this.isAnyLive()))
        this.sharedLive = kind === 'publish' || !hadPlan ? this.sharedDraft : merged(this.sharedLive, shared);
    }
    this.#forgetHidden();
  }

  #runIn(id: LocaleId, { kind, own, at, end }: Command): void {
    const fresh: ModelLocale = { draft: {}, plan: null, pending: null, date: null, end: null };
    const locale = this.byId.get(id) ?? fresh;
    locale.draft = merged(locale.draft, own);
    if (kind === 'edit' && locale.plan !== null) locale.plan.values = merged(locale.plan.values, own);
    if (kind === 'hide') Object.assign(locale, { plan: null, pending: null, end: null });
    if (kind === 'schedule')
      locale.pending = { at: this.minute + (at ?? 1), values: locale.draft, shared: {} };
    if (kind === 'publish') {
      locale.date = at === null ? (locale.date ?? this.minute) : this.minute + at;
      if (end !== null) locale.end = Math.max(locale.date, this.minute) + end;
      locale.plan = { values: locale.draft, from: locale.date, until: locale.end };
      locale.pending = null;
    }
    if (locale !== fresh || locale.plan !== null || Object.keys(locale.draft).length > 0)
      this.byId.set(id, locale);
  }

  /** What readers of a locale see, or null. */
  view(requested: LocaleId, mode: 'none' | 'fields' | 'entries') {
    const chain: LocaleId[] = [];
    for (let id: LocaleId | null = requested; id !== null; id = fallbacks[id]) chain.push(id);
    const served = mode === 'entries' ? chain.find((id) => this.isLive(id)) : requested;
    if (served === undefined || !this.isLive(served)) return null;
    const values: Values = {};
    const from: Record<string, string> = {};
    for (const key of ownKeys) {
      const sources: LocaleId[] =
        mode === 'none' || key === 'strict' ? [served] : chain.slice(chain.indexOf(served));
      for (const id of sources.reverse().filter((one) => this.isLive(one))) {
        const value = this.byId.get(id)?.plan?.values[key];
        if (value === undefined) continue;
        values[key] = value;
        if (id === served) delete from[key];
        else from[key] = id;
      }
    }
    return {
      locale: served,
      values,
      fallbacks: from,
      shared: this.sharedLive,
      date: this.byId.get(served)?.date,
    };
  }
}
