/** A release as it is stored; `default` is decided by the project's row alone. */
export interface ReleaseRecord {
  _id: string;
  name: string;
  status: 'cloning' | 'ready' | 'failed';
  cloned_from: string | null;
  created_at: Date;
}
