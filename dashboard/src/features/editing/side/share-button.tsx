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
import { shownTime } from '../../live/site-time.ts';

interface ShareProps {
  /** A content type, or `blog_article` or `kb_article`. */
  type: string;
  store: DraftStore;
}

/** Creates a link with which people without an account see the draft. */
export function ShareButton({ type, store }: ShareProps) {
  const [isOpen, setIsOpen] = useState(false);
  const prepare = async () => {
    await store.flush();
    return previewedItem(type, store);
  };
  return (
    <>
      <Button variant="quiet" icon={Share2} needs="draft" onClick={() => setIsOpen(true)}>
        Share
      </Button>
      {isOpen ? <ShareDialog prepare={prepare} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

const lifetimes = [
  [1, '1 hour'],
  [24, '1 day'],
  [168, '7 days'],
  [720, '30 days'],
] as const;

interface ShareDialogProps {
  /** Returns the item whose page the link opens; undefined for the start page. */
  prepare: () => Promise<CreatePreviewLink['item']>;
  /** Present if the link shows a time in place of drafts. */
  time?: { at: string; release?: string };
  onClose: () => void;
}

export function ShareDialog({ prepare, time, onClose }: ShareDialogProps) {
  const [drafts, setDrafts] = useState<'item' | 'all'>('item');
  const [hours, setHours] = useState('168');
  const [name, setName] = useState('');
  const [created, setCreated] = useState<CreatedPreviewLink | null>(null);
  const create = useProjectMutation(['preview-links'], (api, input: CreatePreviewLink) =>
    api.post<CreatedPreviewLink>('/preview-links', input),
  );
  const submission = useSubmit(async () => {
    const item = await prepare();
    const scope = time ?? { drafts };
    setCreated(
      await create.mutateAsync({
        ...{ name: name.trim(), expires_in_hours: Number(hours) },
        ...(item === undefined ? {} : { item }),
        ...scope,
      }),
    );
  });
  if (created !== null) return <CreatedLink created={created} onClose={onClose} />;
  return (
    <FormDialog
      title="Share"
      description={
        time === undefined
          ? 'People with the link see your site with drafts. They don’t need an account.'
          : `People with the link see the site on ${shownTime(time.at)}. They don’t need an account.`
      }
      submission={submission}
      fields={['name', 'drafts', 'at', 'release', 'expires_in_hours']}
      action="Create link"
      onClose={onClose}
    >
      {time === undefined ? <DraftsField value={drafts} onChange={setDrafts} /> : null}
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

interface DraftsFieldProps {
  value: 'item' | 'all';
  onChange: (value: 'item' | 'all') => void;
}

function DraftsField({ value, onChange }: DraftsFieldProps) {
  return (
    <SelectField
      label="People with the link see"
      name="drafts"
      value={value}
      help={
        value === 'all'
          ? 'Anyone with this link can read every draft until it expires.'
          : 'Everything else is as published.'
      }
      onChange={(selected) => onChange(selected === 'all' ? 'all' : 'item')}
    >
      <option value="item">This draft</option>
      <option value="all">All drafts</option>
    </SelectField>
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
