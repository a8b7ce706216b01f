import { cdnProfiles } from '../../../contract/events/cdn.ts';
import { changeModules } from '../../../contract/events/events.ts';
import { defaultReviewIntervalDays } from '../../../contract/limits.ts';
import { coalesce } from '../../../core/util/index.ts';
import type { ProjectInfo } from '../../../core/context/index.ts';
import {
  asBytes,
  decoded,
  inSnapshot,
  readingIn,
  type SnapshotTime,
  snapshotTimeOf,
  type SystemDb,
} from '../../../core/mongo/index.ts';
import { unscopedRows } from '../../../core/mongo/scope/unscoped.ts';
import { apiKeys } from '../repository.ts';
import { storedIds } from './stored-id.ts';
import { localesOf } from '../../../projects/index.ts';
import type { Scopes } from '../../../contract/access.ts';
import type { KeyRecord } from '../schema.ts';

/** A key and its project, read from the database at one moment. */
export interface KeyWithProject {
  key: Omit<KeyRecord, 'sealed_token' | 'scopes' | 'hash'> & { scopes: Scopes | null };
  project: ProjectInfo;
  /** That moment, so that the rest of the request can read the same state. */
  at: SnapshotTime | null;
}

const cdnOn = cdnProfiles.filter((profile) => profile !== 'off');

const pipeline = [
  { $lookup: { from: 'projects', localField: 'project_id', foreignField: '_id', as: 'project' } },
  { $unwind: '$project' },
  {
    $lookup: {
      from: 'releases',
      localField: 'project.default_release_id',
      foreignField: '_id',
      as: 'release',
    },
  },
  { $unwind: '$release' },
  {
    $project: {
      key: {
        _id: '$_id',
        key_id: '$key_id',
        purpose: '$purpose',
        name: '$name',
        origins: '$origins',
        expires_at: '$expires_at',
        revoked_at: '$revoked_at',
        created_at: '$created_at',
        scopes: { $ifNull: ['$scopes', null] },
      },
      project: {
        id: '$project._id',
        name: '$project.name',
        privateMedia: '$project.private_media',
        defaultReleaseId: '$project.default_release_id',
        defaultReleaseName: '$release.name',
        revision: '$project.revision',
        changedAt: '$project.changed_at',
        moduleVersions: Object.fromEntries(
          changeModules.map((module) => [module, `$project.modules.${module}.version`]),
        ),
        definitionsVersion: {
          $add: [
            '$project.modules.schema.version',
            '$project.modules.releases.version',
            { $ifNull: ['$project.layout_version', 0] },
          ],
        },
        writeSeq: '$project.write_seq',
        nextDate: { $ifNull: ['$project.next_date', null] },
        locales: { $ifNull: ['$project.locales', { $literal: localesOf({}) }] },
        publishApproval: { $ifNull: ['$project.settings.publish_approval', 'off'] },
        reviewIntervalDays: {
          $ifNull: ['$project.settings.review_interval_days', defaultReviewIntervalDays],
        },
        linkPatterns: { $ifNull: ['$project.settings.link_patterns', {}] },
        cdn: {
          $cond: [{ $in: ['$project.settings.cdn.profile', cdnOn] }, '$project.settings.cdn', null],
        },
      },
    },
  },
];

/**
 * Finds keys, with or without scopes, by the hash of their token. Requests that arrive during a read share
 * the next read, so a revoked key is rejected on its next request in every process at the cost of one read
 * for many requests (specification: coalesced-reads).
 */
export function keyLookup(
  system: SystemDb,
  onBatch: (requests: number) => void,
): (hash: string) => Promise<KeyWithProject | undefined> {
  return coalesce(
    (hashes) =>
      inSnapshot(system, null, async (session) => {
        const hashById = new Map(
          [...hashes].flatMap((hash) => storedIds(hash).map((id) => [id, hash] as const)),
        );
        const match = { $match: { _id: { $in: [...hashById.keys()] } } };
        const options = { ...readingIn(session), maxTimeMS: 2_000, ...asBytes };
        const cursor = unscopedRows(system, apiKeys).aggregate<never>([match, ...pipeline], options);
        const keys = await decoded<Omit<KeyWithProject, 'at'>>(cursor).toArray();
        const at = snapshotTimeOf(session);
        return new Map(keys.map((row) => [hashById.get(row.key._id) ?? row.key._id, { ...row, at }]));
      }),
    onBatch,
  );
}
