import type { Backup } from '../../../../src/transfer/backups/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { serviceNow } from '../../api/service-time.ts';
import { Section } from '../../components/layout/page.tsx';
import { backupWords } from './backup-words.ts';

/** Shows when the project was last backed up; nothing if it never was. */
export function BackupSection() {
  const backups = useProjectQuery<{ data: Backup[] }>('settings', '/backups');
  const words = backupWords(backups.data?.data ?? [], new Date(serviceNow()));
  return words === null ? null : <Section title="Backups" intro={words} />;
}
