import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { dayMs } from '../../../../../src/contract/time.ts';
import type { CreatedPreviewLink, CreatePreviewLink } from '../../../../../src/dashboard/preview/schema.ts';
import { useProject, useProjectMutation } from '../../../api/project.ts';
import { Button } from '../../../components/base/button.tsx';
import { SelectField, TextField } from '../../../components/form/field.tsx';
import { useSubmit } from '../../../components/form/form.tsx';
import { CopyDialog } from '../../../components/overlay/copy-dialog.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import type { DraftStore } from '../draft/draft-store.ts';
import { previewedItem } from './preview-button.tsx';
import { fromLocal, toLocal } from '../../fields/moment.ts';
import type { PreviewTime } from '../../live/time/coming-dates.ts';
import { shownTime } from '../../live/time/site-time.ts';

interface ShareProps {
  /** A content type, or `blog_article` or `kb_article`. */
  type: string;
  store: DraftStore;
  /** The time that the site shows beside the form. */
  time?: PreviewTime;
}

/** Creates a link with which people without an account see the draft, all drafts, or the site at a time. */
export function ShareButton({ type, store, time }: ShareProps) {
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
      {isOpen ? (
        <ShareDialog
          hasItem
          prepare={prepare}
          {...(time !== undefined && { time })}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
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
  /** Whether the link can show the draft of one item. */
  hasItem: boolean;
  /** The time that is selected at first. */
  time?: PreviewTime;
  onClose: () => void;
}

/** What people with the link see: the draft of one item, all drafts, or the site at a time. */
type LinkView = 'item' | 'all' | 'time';

export function ShareDialog({ prepare, hasItem, time, onClose }: ShareDialogProps) {
  const { releaseId } = useProject();
  const [view, setView] = useState<LinkView>(time !== undefined ? 'time' : hasItem ? 'item' : 'all');
  const [at, setAt] = useState(() => time?.at ?? nextDay());
  const [hours, setHours] = useState('168');
  const [name, setName] = useState('');
  const [created, setCreated] = useState<CreatedPreviewLink | null>(null);
  const create = useProjectMutation(['preview-links'], (api, input: CreatePreviewLink) =>
    api.post<CreatedPreviewLink>('/preview-links', input),
  );
  const submission = useSubmit(async () => {
    const item = await prepare();
    const release = view === 'time' && time !== undefined ? time.promoted : releaseId;
    setCreated(
      await create.mutateAsync({
        ...{ name: name.trim(), expires_in_hours: Number(hours) },
        ...(view === 'time' ? { at } : { drafts: view }),
        ...(item === undefined ? {} : { item }),
        ...(release == null ? {} : { release }),
      }),
    );
  });
  if (created !== null) return <CreatedLink created={created} onClose={onClose} />;
  return (
    <FormDialog
      title="Share"
      description="People with the link don’t need an account."
      submission={submission}
      fields={['name', 'drafts', 'at', 'release', 'expires_in_hours']}
      action="Create link"
      onClose={onClose}
    >
      <ViewField value={view} onChange={setView} hasItem={hasItem} at={at} />
      {view === 'time' ? (
        <TextField
          label="Date and time"
          name="at"
          type="datetime-local"
          required
          value={toLocal(at)}
          onChange={(selected) => selected === '' || setAt(fromLocal(selected))}
        />
      ) : null}
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

/** 9:00 tomorrow, in the person's time zone. */
function nextDay(): string {
  const day = new Date(new Date().getTime() + dayMs);
  day.setHours(9, 0, 0, 0);
  return day.toISOString();
}

const helpOf: Readonly<Record<LinkView, string>> = {
  item: 'Everything else is as published.',
  all: 'Anyone with this link can read every draft until it expires.',
  time: 'They see what readers will see, and no drafts.',
};

interface ViewFieldProps {
  value: LinkView;
  onChange: (value: LinkView) => void;
  hasItem: boolean;
  at: string;
}

function ViewField({ value, onChange, hasItem, at }: ViewFieldProps) {
  return (
    <SelectField
      label="People with the link see"
      name="drafts"
      value={value}
      help={helpOf[value]}
      onChange={(selected) => onChange(selected as LinkView)}
    >
      {hasItem ? <option value="item">This draft</option> : null}
      <option value="all">All drafts</option>
      <option value="time">The site on {shownTime(at)}</option>
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
          ? 'Copy it now. It isn’t shown again. This is a token without a URL, because the project has no preview URL yet. An owner can set one under Settings.'
          : 'Copy it now. It isn’t shown again.'
      }
      text={url ?? token}
      label={url === null ? 'Copy token' : 'Copy link'}
      onClose={onClose}
    />
  );
}
