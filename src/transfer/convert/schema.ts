/** What a conversion did with an item, or with a part of it. */
export type LossEffect = 'skipped' | 'draft' | 'changed';

/** An item of the source, as reports name it. */
export interface SourceItem {
  kind: string;
  source_id: string;
  title: string;
}

/** A loss of an item. The default effect is `changed`. */
export interface ItemLoss {
  reason: string;
  detail?: string | null;
  effect?: LossEffect;
}

/** One line of `losses.ndjson`. It never contains e-mail addresses, logins, passwords or keys. */
export interface Loss extends SourceItem {
  reason: string;
  detail: string | null;
  effect: LossEffect;
}

/** `in` is the sum of `converted` and `skipped`. */
export interface ConversionCounts {
  in: number;
  converted: number;
  skipped: number;
}

/** The report of a conversion. */
export interface ConvertReport extends ConversionCounts {
  out: string;
  source: string;
  kinds: Record<string, ConversionCounts>;
  losses: { total: number; by_reason: Record<string, number> };
  /** Visible words of the converted items, and those of them that the bundle doesn't contain. */
  words: { in: number; lost: number };
  /** Tables that were not read, with their numbers of rows; only for Ghost. */
  ignored?: Record<string, number>;
}
