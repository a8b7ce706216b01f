import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import type { ConfirmedTranslations, Translation } from '../../../../src/lifecycle/translations/schema.ts';
import type { Locale } from '../../api/locales.ts';
import { useProjectApi, useRefresh } from '../../api/project.ts';
import { useRunTask } from '../../api/tasks.ts';
import { Button } from '../../components/base/button.tsx';
import { counted } from '../../components/base/counted.ts';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import '../../features/lists/bulk-bar.css';

interface StillRightBarProps {
  locale: Locale;
  rows: readonly Translation[];
  onDone: () => void;
}

/** The toolbar of the selected items, which marks their outdated texts as current. */
export function StillRightBar({ locale, rows, onDone }: StillRightBarProps) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const runTask = useRunTask();
  const [busy, setBusy] = useState(false);
  if (rows.length === 0) return null;
  const outdatedIds = rows.filter((row) => row.outdated_fields.length > 0).map(({ id }) => id);
  const confirm = async () => {
    setBusy(true);
    const task = { verb: 'Marking', noun: ['item', 'items'], listPath: null } as const;
    let missingCount = 0;
    try {
      const doneCount = await runTask(task, outdatedIds, async (ids) => {
        const body = { locale: locale.code, ids };
        const { data } = await api.post<ConfirmedTranslations>('/v1/translations/confirm', body);
        missingCount += data.filter(({ missing_fields: names }) => names.length > 0).length;
      });
      const rest = missingCount === 0 ? '' : `. Texts are still missing in ${counted(missingCount, 'item')}`;
      toast(`${counted(doneCount, 'item')} marked as still right in ${locale.name}${rest}`);
      onDone();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
      await refresh('translations', 'content');
    }
  };
  return (
    <div className="bulk-bar" role="toolbar" aria-label="Selected items">
      <span>
        {counted(rows.length, 'item')} selected, {outdatedIds.length} outdated
      </span>
      <Button
        needs="draft"
        icon={CheckCheck}
        variant="primary"
        busy={busy}
        disabled={outdatedIds.length === 0}
        onClick={() => void confirm()}
      >
        Still right
      </Button>
    </div>
  );
}
