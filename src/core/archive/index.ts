export { AgeFiles, UnreadableFile } from './age.ts';
export { Archive, type ArchivedObject, ArchiveError } from './archive.ts';
export type { BackupSettings } from './settings.ts';
