import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import type { ListedChange } from '../../../../src/dashboard/releases/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Button, IconButton } from '../../components/base/button.tsx';
import { classes } from '../../components/base/classes.ts';
import { Time } from '../../components/base/time.tsx';
import { Section } from '../../components/layout/page.tsx';
import { Paged } from '../../components/list/paged-table.tsx';
import { single } from '../../features/lists/items.ts';
import { useReleaseChanges } from './changes-query.ts';
import { EntryDifference } from './entry-difference.tsx';
import { useLookedAt } from './looked-at.ts';

const badges = {
  added: { tone: 'good', text: 'Added' },
  changed: { tone: 'note', text: 'Changed' },
  removed: { tone: 'bad', text: 'Removed' },
} as const;
/** For items that don't change for readers. */
const draftBadges = { added: 'New draft', changed: 'Draft changed', removed: 'Draft removed' } as const;

interface ChangeListProps {
  /** The ids of the release and of the default release. */
  release: string;
  live: string;
  onlyConflicts: boolean;
}

/** What promoting the release would change, newest change first, with the person and the difference. */
export function ChangeList({ release, live, onlyConflicts }: ChangeListProps) {
  const pages = useReleaseChanges(release, onlyConflicts);
  const lookedAt = useLookedAt(release);
  const types = useProjectQuery<{ data: ContentType[] }>('schema', '/v1/schema/content-types', {
    query: { release },
  }).data?.data;
  return (
    <Section title="Changes">
      <Paged pages={pages} empty={<p className="muted">No conflicts.</p>}>
        {(changes) => (
          <ul className="diff-list">
            {changes.map((change) => (
              <ChangeRow
                key={`${change.kind} ${change.id}`}
                change={change}
                type={types?.find(({ slug }) => slug === (change.type ?? change.id))}
                isLookedAt={lookedAt.has(change)}
                onLookedAt={() => lookedAt.toggle(change)}
                {...{ release, live }}
              />
            ))}
          </ul>
        )}
      </Paged>
      {pages.hasMore ? (
        <Button variant="quiet" busy={pages.isLoadingMore} onClick={pages.loadMore}>
          Show more
        </Button>
      ) : null}
    </Section>
  );
}

interface ChangeRowProps extends Pick<ChangeListProps, 'release' | 'live'> {
  change: ListedChange;
  /** The content type, or that of the entry; undefined until it is loaded, and if the release lacks it. */
  type: ContentType | undefined;
  isLookedAt: boolean;
  onLookedAt: () => void;
}

function ChangeRow({ change, type, release, live, isLookedAt, onLookedAt }: ChangeRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { kind, id, by, at, image } = change;
  const title = change.title === '' ? 'Untitled' : change.title;
  const link = useChangeLink(change, { type, releaseId: release });
  return (
    <li>
      <div className={classes('diff-row', isLookedAt && 'diff-looked-at')}>
        <input
          type="checkbox"
          className="diff-tick"
          aria-label={`Looked at ${title}`}
          title="Looked at"
          checked={isLookedAt}
          onChange={onLookedAt}
        />
        {kind === 'entry' ? (
          <IconButton
            label={`${isOpen ? 'Hide' : 'Show'} what differs in ${title}`}
            icon={isOpen ? ChevronDown : ChevronRight}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        ) : null}
        <span className="diff-badge">
          <ChangeBadge change={change} />
        </span>
        {image === null ? null : <img className="diff-image" src={image} alt="" loading="lazy" />}
        <div className="change-what">
          <Link {...link} className="diff-title" dir="auto">
            {title}
          </Link>
          <span className="muted">{detailOf(change, type)}</span>
        </div>
        <ConflictBadge change={change} />
        <span className="change-who muted">
          {by === null ? null : <span dir="auto">{by.name}</span>}
          {at === null ? null : <Time value={at} />}
        </span>
      </div>
      {isOpen ? (
        <div className="diff-fields">
          <EntryDifference type={change.type ?? ''} id={id} release={release} live={live} />
        </div>
      ) : null}
    </li>
  );
}

function ChangeBadge({ change: { readers, change } }: { change: ListedChange }) {
  if (readers === null) return <Badge>{draftBadges[change]}</Badge>;
  const { tone, text } = badges[readers];
  return <Badge tone={tone}>{text}</Badge>;
}

/** Whether promoting overwrites what readers have now, or only leaves a draft behind. */
function ConflictBadge({ change: { conflict, overwrites } }: { change: ListedChange }) {
  if (!conflict) return null;
  return overwrites ? <Badge tone="warn">Conflict</Badge> : <Badge>Draft conflict</Badge>;
}

const kindNames = { entry: '', type: 'Content type', block: 'Block' } as const;

/** The name of the kind or type, and the labels of the changed fields. */
function detailOf({ kind, type: slug, fields }: ListedChange, type: ContentType | undefined): string {
  const kindName = kind === 'entry' ? (type?.name ?? slug ?? '') : kindNames[kind];
  const labels = fields.map((key) => labelOf(type, key));
  return labels.length === 0 ? kindName : `${kindName} · ${labels.join(', ')}`;
}

function labelOf(type: ContentType | undefined, key: string): string {
  const label = type?.fields.find((field) => field.key === key)?.label;
  return label === undefined || label === '' ? key : label;
}

/** The editor of the item. Items that the release removed are opened in the default release. */
function useChangeLink(
  { kind, id, type: slug, change }: ListedChange,
  { type, releaseId }: { type: ContentType | undefined; releaseId: string },
): LinkProps {
  const { id: projectId } = useProject();
  const search = { release: change === 'removed' ? undefined : releaseId };
  if (kind === 'type')
    return { to: '/p/$projectId/content-types/type/$type', params: { projectId, type: id }, search };
  if (kind === 'block')
    return {
      to: '/p/$projectId/content-types/blocks/block/$block',
      params: { projectId, block: id },
      search,
    };
  const params = { projectId, type: slug ?? '', entryId: type?.kind === 'singleton' ? single : id };
  return { to: '/p/$projectId/entries/$type/$entryId', params, search };
}
