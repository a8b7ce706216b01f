import type { PreviewLink, PreviewLinkList } from '../../../../src/dashboard/preview/schema.ts';
import { useProjectMutation, useProjectQuery } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { Time } from '../../components/base/time.tsx';
import { Section } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { toast } from '../../components/overlay/toast.tsx';
import { shownTime } from '../../features/live/time/site-time.ts';

const columns: readonly Column<PreviewLink>[] = [
  {
    key: 'name',
    title: 'Link',
    cell: ({ name }) => (name === '' ? <span className="muted">No name</span> : name),
  },
  {
    key: 'shows',
    title: 'Shows',
    width: '180px',
    cell: ({ drafts, at }) =>
      at !== null ? `The site on ${shownTime(at)}` : drafts === 'all' ? 'All drafts' : 'One draft',
  },
  {
    key: 'by',
    title: 'Created by',
    width: '20%',
    cell: ({ created_by }) => created_by?.name ?? 'The operator',
  },
  {
    key: 'used',
    title: 'Last used',
    width: '120px',
    cell: ({ last_used_at }) =>
      last_used_at === null ? <span className="muted">Never</span> : <Time value={last_used_at} />,
  },
  { key: 'ends', title: 'Expires', width: '120px', cell: ({ expires_at }) => <Time value={expires_at} /> },
  { key: 'more', title: '', width: '110px', align: 'end', cell: (link) => <Revoke link={link} /> },
];

/** The links with which people without an account see drafts. */
export function PreviewLinksSection() {
  const links = useProjectQuery<PreviewLinkList>('preview-links', '/preview-links');
  return (
    <Section
      title="Preview links"
      intro="Links to drafts for people without an account. Create one with Share, next to Preview in an editor."
    >
      <QueryView query={links}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">No link is open.</p>
          ) : (
            <DataTable label="Preview links" columns={columns} rows={data} rowId={({ id }) => id} />
          )
        }
      </QueryView>
    </Section>
  );
}

function Revoke({ link: { id, name } }: { link: PreviewLink }) {
  const confirm = useConfirm();
  const revoke = useProjectMutation(['preview-links'], (api, linkId: string) =>
    api.remove(`/preview-links/${linkId}`),
  );
  const ask = () =>
    confirm({
      title: name === '' ? 'Revoke this link?' : `Revoke the link “${name}”?`,
      body: 'Everyone with this link loses access immediately.',
      action: 'Revoke link',
      danger: true,
      run: async () => {
        await revoke.mutateAsync(id);
        toast('The link is revoked');
      },
    });
  return <Button onClick={ask}>Revoke</Button>;
}
