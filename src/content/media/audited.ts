import type { MediaRecord } from './schema.ts';

/** The subject of audit rows about an asset. */
export function auditedAsset({ _id: id, file_name: title, revision }: MediaRecord) {
  return { subject: { kind: 'media', id, title }, revision } as const;
}
