import { ApiError } from '../contract/errors/api-error.ts';

type FolderOption = '--out' | '--from' | '--static' | '--assets' | '--published' | '--to' | 'SOURCE';
type BackupOption = '--backup' | '--name' | '--new-ids' | 'BACKUP_S3_BUCKET' | 'BACKUP_AGE_IDENTITY';
type TableOption =
  '--file' | '--csv' | '--ndjson' | '--map' | '--skip' | '--key' | '--delimiter' | '--encoding';

/** An error for the command line; `option` is the option or the argument that causes it. */
export function transferError(
  message: string,
  option: FolderOption | TableOption | BackupOption | '--project',
): ApiError {
  return new ApiError('invalid_parameter', message, { param: option });
}
