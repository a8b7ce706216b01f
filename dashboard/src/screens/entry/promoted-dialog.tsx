import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../../api/errors/api-error.ts';
import { useProject, useProjectApi, useProjectQuery } from '../../api/project.ts';
import type { Release } from '../../../../src/lifecycle/releases/schema.ts';
import { Button } from '../../components/base/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FormError, useSubmit } from '../../components/form/form.tsx';
import { messageOf } from '../../api/errors/api-error.ts';
import type { DraftCopy } from '../../features/editing/draft/draft-copies.ts';
import type { ItemEditor } from '../../features/editing/item-editor.ts';
import { useDraftState } from '../../features/editing/draft/use-draft.ts';
import { entryService, type EditedEntry } from './service.ts';

interface PromotedDialogProps {
  type: string;
  entryId: string;
  editor: ItemEditor<EditedEntry>;
  /** Opens the entry of the release that went live, with what was typed in the previous one. */
  onReopen: (typed: DraftCopy | null) => void;
}

/** Asks where to continue when another release goes live while an entry of the default release is open. */
export function PromotedDialog(props: PromotedDialogProps) {
  const { editor, onReopen } = props;
  const { releaseId } = useProject();
  const release = useDraftState(editor.store, ({ item }) => item.release);
  const isPrevious = releaseId === null && release?.default === false;
  const { isUntouched } = editor.store;
  useEffect(() => {
    if (isPrevious && isUntouched) onReopen(null);
  });
  if (!isPrevious || isUntouched) return null;
  return <Question {...props} previous={release} />;
}

function Question({
  type,
  entryId,
  editor: { store },
  onReopen,
  previous,
}: PromotedDialogProps & { previous: { id: string; name: string } }) {
  const api = useProjectApi();
  const { locale } = useProject();
  const navigate = useNavigate();
  const releases = useProjectQuery<{ data: Release[] }>('releases', '/v1/releases');
  const name = releases.data?.data.find((release) => release.default)?.name ?? 'Another release';
  const save = async () => {
    await store.flush();
    if (store.state().unsavedCount > 0)
      throw new Error(
        'Some of your text isn’t saved yet. It is stored on this device. Try again in a moment.',
      );
  };
  const open = useSubmit(async () => {
    await save();
    await navigate({ to: '.', search: (before: object) => ({ ...before, release: previous.id }) });
  });
  const move = useSubmit(async () => {
    await save();
    await entryService(api, type, entryId, locale)
      .read()
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404)
          throw new Error(`${name} doesn’t have this entry. Open your text in ${previous.name}.`);
        throw error;
      });
    onReopen(store.typedCopy);
  });
  const error = open.error ?? move.error;
  return (
    <Dialog
      open
      onClose={open.submit}
      title={`${name} went live`}
      description={`Your changes are in ${previous.name}.`}
      size="small"
      footer={
        <>
          <Button variant="quiet" busy={move.busy} disabled={open.busy} onClick={move.submit}>
            Copy to {name}
          </Button>
          <Button variant="primary" busy={open.busy} disabled={move.busy} autoFocus onClick={open.submit}>
            Open in {previous.name}
          </Button>
        </>
      }
    >
      {error === null ? undefined : <FormError messages={[messageOf(error)]} />}
    </Dialog>
  );
}
