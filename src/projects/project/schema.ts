import { type Static, Type } from '@sinclair/typebox';
import { cdnBounds, cdnProfiles, type CdnSettings } from '../../contract/events/cdn.ts';
import { limits } from '../../contract/limits.ts';
import { Nullable } from '../../contract/listing.ts';
import type { ChangeModule } from '../../contract/events/events.ts';
import type { CountedLimit } from '../../core/context/index.ts';

/** A project as `galley project create` and the dashboard show it. */
export const Project = Type.Object(
  { id: Type.String(), name: Type.String(), private_media: Type.Boolean() },
  { $id: 'Project', additionalProperties: false },
);

export interface ModuleVersion {
  version: number;
  changed_at: Date;
}

/** A unique value that stays in another Unicode form than NFC, because another entry has it in NFC. */
export interface UnnormalizedValue {
  release_id: string;
  type: string;
  /** The entry whose value stays as it was. */
  id: string;
  field: string;
  /** The entry that has the value in NFC. */
  holder: string;
}

/** The row in which all transactions of a project meet (specification: project-row). */
export interface ProjectRecord {
  _id: string;
  name: string;
  private_media: boolean;
  default_release_id: string;
  /** Grows with every change that a reader could see. */
  revision: number;
  /** Grows with every write. */
  write_seq: number;
  changed_at: Date;
  /** Events up to this revision are forgotten; absent while none are. */
  forgotten_revision?: number;
  /** Tags of changes up to this revision are forgotten, or were never kept; absent while none are. */
  forgotten_tags?: number;
  /**
   * How much was invalidated by hand, by revocations and switches, none of which moves the revision; absent while
   * nothing was.
   */
  told_by_hand?: number;
  /**
   * The last of what was invalidated by hand that is forgotten, with the revision at which it was; absent while none
   * is.
   */
  forgotten_by_hand?: { revision: number; hand: number };
  /** When `npm run dev` last loaded demo content; what is older was not created by a person. */
  demo_loaded_at?: Date;
  /** No date at which something appears comes before this one; absent when nothing was ever scheduled. */
  next_date?: Date;
  modules: Record<ChangeModule, ModuleVersion>;
  /** How much there is of what is limited; never less than there is, but for what was there before it was counted. */
  usage?: Partial<Record<CountedLimit, number>>;
  /** The number of the newest row of the project's audit log; absent while there is none. */
  audit_seq?: number;
  /** The export that the project is being filled from; absent when none is. */
  importing?: string;
  /** Set once the texts of the project are in NFC, with the unique values that could not be; absent before. */
  normalized?: { left: UnnormalizedValue[] };
  /** A write that lost to others and goes next; ignored from `until` on, by the database's clock. */
  reservation?: { id: string; until: Date };
  settings: {
    review_interval_days?: number;
    preview_url?: string;
    link_patterns?: Record<string, string>;
    /** Absent while nothing of it was ever changed. */
    cdn?: CdnSettings;
  };
  created_at: Date;
  /**
   * The person who created it in the dashboard, and their request; absent for projects of set-up and of the command
   * line.
   */
  made_by?: { user_id: string; request_id: string };
}

const projectName = Type.String({ 'x-nfc': true, minLength: 1, maxLength: limits.name_chars_max });
const linkPatterns = Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 500 }), {
  maxProperties: 100,
  description: 'up to 100 addresses of at most 500 characters, by kind of target',
});
const intervalDays = Type.Integer({ minimum: 1, maximum: 3_650 });

const seconds = ({ min, max }: { min: number; max: number }) => Type.Integer({ minimum: min, maximum: max });

/** How shared caches may store what publishable keys read (docs/build/cache-tags.md). */
const Cdn = Type.Object(
  {
    profile: Type.Union(cdnProfiles.map((profile) => Type.Literal(profile))),
    max_age_seconds: seconds(cdnBounds.max_age_seconds),
    stale_seconds: seconds(cdnBounds.stale_seconds),
  },
  { additionalProperties: false },
);

/** What an owner can change of a project, and what is fixed since it was made. */
export const ProjectSettings = Type.Object(
  {
    id: Type.String(),
    name: projectName,
    private_media: Type.Boolean(),
    /** Days after which a knowledge base article is due for review, unless it says otherwise. */
    review_interval_days: Type.Integer(),
    /** Where the site shows drafts: an address with `{type} {id} {slug} {token}`; null while there is none. */
    preview_url: Nullable(Type.String()),
    /** Where the site's pages are, by what they show; empty while links in rich text lead to the API's paths. */
    link_patterns: Type.Record(Type.String(), Type.String()),
    cdn: Cdn,
  },
  { $id: 'ProjectSettings', additionalProperties: false },
);
export type ProjectSettings = Static<typeof ProjectSettings>;

/** Null puts a setting back to its default. */
export const ChangeProjectSettings = Type.Object(
  {
    name: Type.Optional(projectName),
    review_interval_days: Type.Optional(Nullable(intervalDays)),
    preview_url: Type.Optional(Nullable(Type.String({ maxLength: limits.url_chars_max }))),
    /** All of them: what is left out is gone. */
    link_patterns: Type.Optional(Nullable(linkPatterns)),
    /** What is left out stays as it is. */
    cdn: Type.Optional(Nullable(Type.Partial(Cdn))),
  },
  { $id: 'ChangeProjectSettings', additionalProperties: false },
);
export type ChangeProjectSettings = Static<typeof ChangeProjectSettings>;

/** What the test of the storage found. */
export const StorageTest = Type.Object(
  { ok: Type.Boolean(), message: Nullable(Type.String()) },
  { $id: 'StorageTest', additionalProperties: false },
);
export type StorageTest = Static<typeof StorageTest>;
