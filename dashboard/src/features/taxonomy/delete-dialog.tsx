import { type Module, useProjectApi, useRefresh } from '../../api/project.ts';
import { useDeletedToast } from '../../api/trash.ts';
import { counted } from '../../components/base/counted.ts';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { UseList, type Uses, useUses } from './uses.tsx';
import { trashPeriod } from '../trash-period.ts';

interface DeleteTermDialogProps {
  id: string;
  name: string;
  /** The path of the list: `/v1/authors`. */
  path: string;
  module: Module;
  /** Its name in a sentence: "author". */
  noun: string;
  /** The field of articles that prevents the deletion: an author with articles stays. */
  blockingField?: string;
  /** Another reason why it can't be deleted, as a sentence. */
  blockingReason?: string | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms the deletion of a term: shows what prevents it, or which links it would break. */
export function DeleteTermDialog(props: DeleteTermDialogProps) {
  const { id, name, path, module, noun, blockingField, blockingReason = null, onClose, onDeleted } = props;
  const uses = useUses(id);
  const api = useProjectApi();
  const refresh = useRefresh();
  const sayDeleted = useDeletedToast();
  const submission = useSubmit(async () => {
    await api.remove(`${path}/${id}`);
    sayDeleted(`${name} moved to the trash`, [id]);
    onDeleted();
    void refresh(module);
  });
  const blockingUses = uses.data?.data.filter(({ field }) => field === blockingField) ?? [];
  const isBlocked = blockingReason !== null || blockingUses.length > 0;
  return (
    <FormDialog
      onClose={onClose}
      title={`Delete ${name}?`}
      submission={submission}
      fields={[]}
      action={isBlocked ? null : `Delete ${noun}`}
      danger
      disabled={!uses.isSuccess}
      focus="leave"
    >
      <QueryView query={uses}>
        {(list) =>
          blockingReason !== null ? (
            <p>{blockingReason}</p>
          ) : isBlocked ? (
            <BlockingUses blockingUses={blockingUses} hasMore={list.meta.has_more} noun={noun} />
          ) : (
            <BrokenLinks uses={list} noun={noun} />
          )
        }
      </QueryView>
    </FormDialog>
  );
}

type UsesProps = Pick<DeleteTermDialogProps, 'noun'>;

function BlockingUses({
  blockingUses,
  hasMore,
  noun,
}: UsesProps & { blockingUses: Uses['data']; hasMore: boolean }) {
  const count = `${hasMore ? 'at least ' : ''}${counted(blockingUses.length, 'article')}`;
  return (
    <div className="stack">
      <p>
        This {noun} has {count}, drafts included. Give {blockingUses.length === 1 ? 'it' : 'them'} another{' '}
        {noun} first, or none.
      </p>
      <UseList uses={blockingUses} />
    </div>
  );
}

function BrokenLinks({ uses, noun }: UsesProps & { uses: Uses }) {
  const { data, meta } = uses;
  if (data.length === 0)
    return (
      <p>
        Nothing links to this {noun}. It stays in the trash for {trashPeriod}.
      </p>
    );
  return (
    <div className="stack">
      <p>
        {meta.has_more ? 'At least ' : ''}
        {counted(data.length, 'place')} will lead nowhere: fields read null, links in texts become plain text.
        The {noun} stays in the trash for {trashPeriod}.
      </p>
      <UseList uses={data} />
    </div>
  );
}
