import { useState } from 'react';
import type { ChangeProjectSettings, ProjectSettings } from '../../../../src/projects/project/schema.ts';
import { useProjectMutation } from '../../api/project.ts';
import { CheckField } from '../../components/form/field.tsx';
import { Card } from '../../components/layout/page.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';

interface SettingCheckProps {
  /** The setting that the checkbox changes at once. */
  setting: 'keep_key_deletions' | 'is_template';
  label: string;
  help: string;
  value: boolean;
}

/** A checkbox for one setting of the project. If the change is rejected, the checkbox returns to its state. */
export function SettingCheck({ setting, label, help, value }: SettingCheckProps) {
  const [isOn, setOn] = useState(value);
  const save = useProjectMutation(['settings'], (api, change: ChangeProjectSettings) =>
    api.patch<ProjectSettings>('/settings', change),
  );
  const change = async (isChecked: boolean) => {
    setOn(isChecked);
    try {
      await save.mutateAsync({ [setting]: isChecked });
      toast('Settings saved');
    } catch (error) {
      setOn(!isChecked);
      toastError(error);
    }
  };
  return (
    <Card>
      <CheckField
        label={label}
        help={help}
        checked={isOn}
        disabled={save.isPending}
        onChange={(isChecked) => void change(isChecked)}
      />
    </Card>
  );
}
