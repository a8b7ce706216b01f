import { type Static, Type } from '@sinclair/typebox';
import { cdnBounds, cdnProfiles, type CdnSettings } from '../../contract/events/cdn.ts';
import { limits } from '../../contract/limits.ts';
import { Nullable } from '../../contract/listing.ts';
import { type PublishApproval, publishApprovals } from '../../contract/reviews.ts';
import type { SignInPolicy } from '../../contract/sign-in-policy.ts';
import type { ChangeModule } from '../../contract/events/events.ts';
import type { UsageLimits } from '../../contract/usage.ts';
import type { CountedLimit, LocaleListRecord } from '../../core/context/index.ts';

/** A project in the output of `galley project create` and in the dashboard. */
export const Project = Type.Object(
  { id: Type.String(), name: Type.String(), private_media: Type.Boolean() },
  { $id: 'Project', additionalProperties: false },
);

export interface ModuleVersion {
  version: number;
  changed_at: Date;
}

/** A unique value that can't be normalized to NFC, because another entry has the normalized value. */
export interface UnnormalizedValue {
  release_id: string;
  type: string;
  /** The entry whose value can't be normalized. */
  id: string;
  field: string;
  /** The entry that has the normalized value. */
  holder: string;
}

/** The row that every write of a project updates (specification: project-row). */
export interface ProjectRecord {
  _id: string;
  name: string;
  private_media: boolean;
  default_release_id: string;
  /** Grows with every change that readers can see. */
  revision: number;
  /** Grows with every write. */
  write_seq: number;
  changed_at: Date;
  /** Events up to this revision are pruned; absent if none are. */
  forgotten_revision?: number;
  /** Cache tags of changes up to this revision are pruned, or were never stored; absent if none are. */
  forgotten_tags?: number;
  /**
   * The number of manual invalidations (purges, revocations, switches of the CDN mode), which don't move the revision;
   * absent if there are none.
   */
  told_by_hand?: number;
  /** The last pruned manual invalidation, with its revision; absent if none is pruned. */
  forgotten_by_hand?: { revision: number; hand: number };
  /** When `npm run dev` last loaded demo content. Older items were not created by a person. */
  demo_loaded_at?: Date;
  /** A date at or before the first scheduled date; absent if nothing was ever scheduled. */
  next_date?: Date;
  modules: Record<ChangeModule, ModuleVersion>;
  /** Grows with every change of the layout of definitions, which no version of a module shows; absent if there is none. */
  layout_version?: number;
  /** The limited counts. They are never too low, except for items that are older than the counting. */
  usage?: Partial<Record<CountedLimit, number>>;
  /** The number of the newest audit row; absent if there is none. */
  audit_seq?: number;
  /** The export that is being imported; absent if there is none. */
  importing?: string;
  /** Set if new projects can start as a copy of this one. */
  is_template?: true;
  /** Set while the project is an unfinished copy of another. Such a project is not listed. */
  copying_since?: Date;
  /** The backup that this hidden project tests. */
  restore_test?: string;
  /** Set once the project's texts are normalized to NFC, with the unique values that can't be. */
  normalized?: { left: UnnormalizedValue[] };
  /** A write that lost conflicts and goes next. Ignored after `until`, by the database's clock. */
  reservation?: { id: string; until: Date };
  /** Absent if the project never set locales, so it has English alone. */
  locales?: LocaleListRecord;
  settings: {
    review_interval_days?: number;
    preview_url?: string;
    link_patterns?: Record<string, string>;
    /** Absent for the defaults. */
    cdn?: CdnSettings;
    /** Absent for the default policy. Policies of an older version have group roles only. */
    sign_in?: Pick<SignInPolicy, 'group_roles'> & Partial<SignInPolicy>;
    /** Absent if deletions by keys go to the trash. */
    keep_key_deletions?: false;
    /** Absent if no publication needs an approval. */
    publish_approval?: Exclude<PublishApproval, 'off'>;
    /** Absent if the operator set no limits. */
    usage_limits?: UsageLimits;
  };
  created_at: Date;
  /**
   * The person who created it in the dashboard, and the id of the request; absent for projects from set-up and the
   * command line.
   */
  made_by?: { user_id: string; request_id: string };
}

/** Whose publications need an approval; rows that are read for this setting can lack all settings. */
export function publishApprovalOf(row: Partial<Pick<ProjectRecord, 'settings'>>): PublishApproval {
  return row.settings?.publish_approval ?? 'off';
}

const projectName = Type.String({ 'x-nfc': true, minLength: 1, maxLength: limits.name_chars_max });
const linkPatterns = Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 500 }), {
  maxProperties: 100,
  description: 'up to 100 addresses of at most 500 characters, by kind of target',
});
const intervalDays = Type.Integer({ minimum: 1, maximum: 3_650 });

const seconds = ({ min, max }: { min: number; max: number }) => Type.Integer({ minimum: min, maximum: max });

/** How shared caches may store responses to publishable keys (docs/build/cache-tags.md). */
const Cdn = Type.Object(
  {
    profile: Type.Union(cdnProfiles.map((profile) => Type.Literal(profile))),
    max_age_seconds: seconds(cdnBounds.max_age_seconds),
    stale_seconds: seconds(cdnBounds.stale_seconds),
  },
  { additionalProperties: false },
);

/** Whose publications need an approval by a second member. */
const ApprovalRule = Type.Union(
  publishApprovals.map((rule) => Type.Literal(rule)),
  { description: `one of ${publishApprovals.join(', ')}` },
);

/** The settings that an owner can change, and the fixed ones. */
export const ProjectSettings = Type.Object(
  {
    id: Type.String(),
    name: projectName,
    private_media: Type.Boolean(),
    /** Days until a knowledge base article is due for review, unless the article has its own interval. */
    review_interval_days: Type.Integer(),
    /** The URL at which the site shows drafts, with `{type} {id} {slug} {token}`; null if there is none. */
    preview_url: Nullable(Type.String()),
    /** The URLs of the site's pages, by what they show; empty if links in rich text use the API's paths. */
    link_patterns: Type.Record(Type.String(), Type.String()),
    cdn: Cdn,
    /** Whether members can restore what API keys delete, for as long as what members delete. */
    keep_key_deletions: Type.Boolean(),
    publish_approval: ApprovalRule,
    /** Whether new projects can start as a copy of this one. */
    is_template: Type.Boolean(),
  },
  { $id: 'ProjectSettings', additionalProperties: false },
);
export type ProjectSettings = Static<typeof ProjectSettings>;

/** Null resets a setting to its default. */
export const ChangeProjectSettings = Type.Object(
  {
    name: Type.Optional(projectName),
    review_interval_days: Type.Optional(Nullable(intervalDays)),
    preview_url: Type.Optional(Nullable(Type.String({ maxLength: limits.url_chars_max }))),
    /** Replaces all patterns. Omitted ones are removed. */
    link_patterns: Type.Optional(Nullable(linkPatterns)),
    /** Omitted settings keep their values. */
    cdn: Type.Optional(Nullable(Type.Partial(Cdn))),
    keep_key_deletions: Type.Optional(Nullable(Type.Boolean())),
    publish_approval: Type.Optional(Nullable(ApprovalRule)),
    is_template: Type.Optional(Nullable(Type.Boolean())),
  },
  { $id: 'ChangeProjectSettings', additionalProperties: false },
);
export type ChangeProjectSettings = Static<typeof ChangeProjectSettings>;

/** The result of a test of the storage. */
export const StorageTest = Type.Object(
  { ok: Type.Boolean(), message: Nullable(Type.String()) },
  { $id: 'StorageTest', additionalProperties: false },
);
export type StorageTest = Static<typeof StorageTest>;
