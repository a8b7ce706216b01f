import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { CreatedPreviewLink, CreatePreviewLink } from '../../../../../src/dashboard/preview/schema.ts';
import { useProjectMutation } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { SelectField, TextField } from '../../../components/form/field.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { CopyDialog } from '../../../components/overlay/copy-dialog.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import type { DraftStore } from '../draft/draft-store.ts';
import { previewedItem } from './preview-button.tsx';

interface ShareProps {
  /** A content type, or `blog_article` or `kb_article`. */
  type: string;
  store: DraftStore;
}

/** Creates a link with which people without an account see the draft. */
export function ShareButton(props: ShareProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={Share2} needs="draft" onClick={() => setIsOpen(true)}>
        Share
      </Button>
      {isOpen ? <ShareDialog {...props} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

const lifetimes = [
  [1, '1 hour'],
  [24, '1 day'],
  [168, '7 days'],
  [720, '30 days'],
] as const;

function ShareDialog({ type, store, onClose }: ShareProps & { onClose: () => void }) {
  const [drafts, setDrafts] = useState<'item' | 'all'>('item');
  const [hours, setHours] = useState('168');
  const [name, setName] = useState('');
  const [created, setCreated] = useState<CreatedPreviewLink | null>(null);
  const create = useProjectMutation(['preview-links'], (api, input: CreatePreviewLink) =>
    api.post<CreatedPreviewLink>('/preview-links', input),
  );
  const submission = useSubmit(async () => {
    await store.flush();
    const item = previewedItem(type, store);
    setCreated(
      await create.mutateAsync({ name: name.trim(), expires_in_hours: Number(hours), item, drafts }),
    );
  });
  if (created !== null) return <CreatedLink created={created} onClose={onClose} />;
  return (
    <FormDialog
      title="Share"
      description="People with the link see your site with drafts. They don’t need an account."
      submission={submission}
      fields={['name', 'drafts', 'expires_in_hours']}
      action="Create link"
      onClose={onClose}
    >
      <SelectField
        label="People with the link see"
        name="drafts"
        value={drafts}
        help={
          drafts === 'all'
            ? 'Anyone with this link can read every draft until it expires.'
            : 'Everything else is as published.'
        }
        onChange={(value) => setDrafts(value === 'all' ? 'all' : 'item')}
      >
        <option value="item">This draft</option>
        <option value="all">All drafts</option>
      </SelectField>
      <SelectField label="Expires in" name="expires_in_hours" value={hours} onChange={setHours}>
        {lifetimes.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        autoComplete="off"
        help="For example, who gets the link. Members see it in Settings."
      />
    </FormDialog>
  );
}

function CreatedLink({
  created: { token, url },
  onClose,
}: {
  created: CreatedPreviewLink;
  onClose: () => void;
}) {
  return (
    <CopyDialog
      title="The link is ready"
      description={
        url === null
          ? 'Copy it now. It isn’t shown again. This is a token without an address, because the project has no preview URL yet. An owner can set one under Settings.'
          : 'Copy it now. It isn’t shown again.'
      }
      text={url ?? token}
      label={url === null ? 'Copy token' : 'Copy link'}
      onClose={onClose}
    />
  );
}
