import { type Module, useProjectApi, useRefresh } from '../../api/project.ts';
import { useDeletedToast } from '../../api/trash.ts';
import { counted } from '../../components/base/counted.ts';
import { useSubmit } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { UseList, type Uses, useUses } from './uses.tsx';

interface DeleteTermProps {
  id: string;
  name: string;
  /** Where it is deleted: `/v1/authors`. */
  path: string;
  module: Module;
  /** What it is called in a sentence: "author". */
  noun: string;
  /** The field of articles that keeps it: an author with articles stays. */
  keptBy?: string;
  /** What else keeps it, in a sentence. */
  kept?: string | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** Before something goes that has a name: what keeps it, or what will lead nowhere without it. */
export function DeleteTermDialog(props: DeleteTermProps) {
  const { id, name, path, module, noun, keptBy, kept = null, onClose, onDeleted } = props;
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
  const keeping = uses.data?.data.filter(({ field }) => field === keptBy) ?? [];
  const isKept = kept !== null || keeping.length > 0;
  return (
    <FormDialog
      onClose={onClose}
      title={`Delete ${name}?`}
      submission={submission}
      fields={[]}
      action={isKept ? null : `Delete ${noun}`}
      danger
      disabled={!uses.isSuccess}
      focus="leave"
    >
      <QueryView query={uses}>
        {(found) =>
          kept !== null ? (
            <p>{kept}</p>
          ) : isKept ? (
            <Kept keeping={keeping} hasMore={found.meta.has_more} noun={noun} />
          ) : (
            <Broken found={found} noun={noun} />
          )
        }
      </QueryView>
    </FormDialog>
  );
}

type UsesProps = Pick<DeleteTermProps, 'noun'>;

function Kept({ keeping, hasMore, noun }: UsesProps & { keeping: Uses['data']; hasMore: boolean }) {
  const count = `${hasMore ? 'at least ' : ''}${counted(keeping.length, 'article')}`;
  return (
    <div className="stack">
      <p>
        This {noun} has {count}, drafts included. Give {keeping.length === 1 ? 'it' : 'them'} another {noun}{' '}
        first, or none.
      </p>
      <UseList uses={keeping} />
    </div>
  );
}

function Broken({ found, noun }: UsesProps & { found: Uses }) {
  const { data, meta } = found;
  if (data.length === 0) return <p>Nothing links to this {noun}. It stays in the trash for 30 days.</p>;
  return (
    <div className="stack">
      <p>
        {meta.has_more ? 'At least ' : ''}
        {counted(data.length, 'place')} will lead nowhere: fields read null, links in texts become plain text.
        The {noun} stays in the trash for 30 days.
      </p>
      <UseList uses={data} />
    </div>
  );
}
