import { ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { useProjectApi, useRefresh } from '../../api/project.ts';
import type { Query } from '../../api/http/client.ts';
import { Button } from '../../components/base/button.tsx';
import { counted, formatted } from '../../components/base/counted.ts';
import { CheckField } from '../../components/form/field.tsx';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { useMay } from '../../features/access/may.ts';

interface RestoreAllProps {
  /** The filters of the list. */
  query: Query;
  /** The number of items that match, with the entries of content types. */
  total: number;
  /** More items match than one bulk change can restore, which is `total`. */
  isCapped: boolean;
  /** Another bulk change is running. */
  isBusy: boolean;
}

/** Restores everything that matches the filters in the background, after a confirmation. */
export function RestoreAll({ query, total, isCapped, isBusy }: RestoreAllProps) {
  const [isOpen, setOpen] = useState(false);
  const isAllowed = useMay('draft');
  if (isCapped)
    return isAllowed ? (
      <p className="muted">Filter the list to restore everything in it, at most {formatted(total)} items.</p>
    ) : null;
  return (
    <>
      <Button needs="draft" icon={ArchiveRestore} disabled={isBusy} onClick={() => setOpen(true)}>
        Restore all {formatted(total)}
      </Button>
      {isOpen ? <RestoreDialog query={query} total={total} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function RestoreDialog({
  query,
  total,
  onClose,
}: Pick<RestoreAllProps, 'query' | 'total'> & { onClose: () => void }) {
  const api = useProjectApi();
  const refresh = useRefresh();
  const mayPublish = useMay('publish');
  const [publishes, setPublishes] = useState(false);
  const count = counted(total, 'item');
  const submission = useSubmit(async () => {
    await api.post('/trash/restore-jobs', { publish: publishes }, { query });
    onClose();
    await refresh('bulk');
  });
  return (
    <FormDialog
      title={`Restore ${count}?`}
      description="Entries and articles come back as drafts."
      onClose={onClose}
      submission={submission}
      fields={[]}
      action={`Restore ${count}`}
      focus="action"
    >
      {mayPublish ? (
        <CheckField label="Publish items that were live" checked={publishes} onChange={setPublishes} />
      ) : null}
    </FormDialog>
  );
}
