import type { ChangeModule } from '../contract/events.ts';
import type { LinkTargetKind } from '../contract/links.ts';
import type { Problem } from '../contract/problem.ts';
import type { NamedCollection } from './repository.ts';
import type { NamedRecord, NamedValues } from './schema.ts';

/** One kind of named thing: authors, blog categories, knowledge base collections, sections. */
export interface NamedKind<R extends NamedRecord> {
  readonly kind: LinkTargetKind;
  readonly collection: NamedCollection<R>;
  /** The part of the project whose version its changes move. */
  readonly module: ChangeModule;
  /** The name or title. */
  nameOf(values: NamedValues<R>): string;
  /** The path to read it from; null where there is none. */
  urlOf(slug: string): string | null;
  unknown(slugOrId: string): Problem;
}
