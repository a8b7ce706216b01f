import { useState } from 'react';
import type { ProjectSettings } from '../../../../src/projects/project/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { CheckField } from '../../components/form/field.tsx';
import { Card, Section } from '../../components/layout/page.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { trashPeriod } from '../../features/trash-period.ts';

/** Decides whether members can restore what API keys delete. */
export function TrashSection({ keepsKeyDeletions }: { keepsKeyDeletions: boolean }) {
  const [keeps, setKeeps] = useState(keepsKeyDeletions);
  const save = useProjectMutation(['settings'], (api, chosen: boolean) =>
    api.patch<ProjectSettings>('/settings', { keep_key_deletions: chosen }),
  );
  const change = async (chosen: boolean) => {
    setKeeps(chosen);
    try {
      await save.mutateAsync(chosen);
      toast('Settings saved');
    } catch (error) {
      setKeeps(!chosen);
      toastError(error);
    }
  };
  return (
    <Section title="Trash">
      <Card>
        <CheckField
          label="Keep what API keys delete"
          help={`Members can restore it for ${trashPeriod}. Turn this off if deletions by your scripts must be final.`}
          checked={keeps}
          disabled={save.isPending}
          onChange={(chosen) => void change(chosen)}
        />
      </Card>
    </Section>
  );
}
