import type { ReleaseRecord } from './schema.ts';

export function auditedRelease({ _id: id, name: title }: Pick<ReleaseRecord, '_id' | 'name'>) {
  return { subject: { kind: 'release', id, title }, releaseId: id } as const;
}
