import type { MediaRecord } from './schema.ts';

/** The file as the audit log names it. */
export function auditedAsset({ _id: id, file_name: title, revision }: MediaRecord) {
  return { subject: { kind: 'media', id, title }, revision } as const;
}
