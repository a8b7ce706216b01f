import { Section } from '../../components/layout/page.tsx';
import { trashPeriod } from '../../features/trash-period.ts';
import { SettingCheck } from './setting-check.tsx';

/** Decides whether members can restore what API keys delete. */
export function TrashSection({ keepsKeyDeletions }: { keepsKeyDeletions: boolean }) {
  return (
    <Section title="Trash">
      <SettingCheck
        setting="keep_key_deletions"
        label="Keep what API keys delete"
        help={`Members can restore it for ${trashPeriod}. Turn this off if deletions by your scripts must be final.`}
        value={keepsKeyDeletions}
      />
    </Section>
  );
}
