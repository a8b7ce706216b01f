import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { FileText, Layers, Pin, PinOff } from 'lucide-react';
import type { TypeCounts } from '../../../../src/content/entries/editor/editor-schema.ts';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { linkToType } from '../../app/shell/listed-types.ts';
import { usePinnedTypes } from '../../app/shell/pinned-types.ts';
import { IconButton } from '../../components/base/button.tsx';
import { counted } from '../../components/base/counted.ts';
import { Time } from '../../components/base/time.tsx';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../components/layout/states.tsx';
import '../../components/list/boxed-list.css';
import './content.css';

type TypeCount = TypeCounts['data'][number];

/** Links to all content: lists of collections, editors of singletons. */
export function ContentScreen() {
  const { id: projectId, role } = useProject();
  const types = useProjectQuery<{ data: ContentType[] }>('schema', '/v1/schema/content-types');
  const counts = useProjectQuery<TypeCounts>('content', '/content').data?.data;
  const { pinned, toggle } = usePinnedTypes((types.data?.data ?? []).map(({ slug }) => slug));
  return (
    <Page title="Entries" intro="Content in your custom types.">
      <QueryView query={types}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={Layers} title="No content types yet">
              {role === 'owner' ? (
                <>
                  Create the first one under{' '}
                  <Link to="/p/$projectId/content-types" params={{ projectId }}>
                    Content types
                  </Link>
                  . Its entries are listed here.
                </>
              ) : (
                'An owner creates them. Their entries are listed here.'
              )}
            </EmptyState>
          ) : (
            <ul className="boxed-list type-list">
              {data.map((type) => (
                <TypeRow
                  key={type.slug}
                  type={type}
                  counts={counts?.find((row) => row.type === type.slug)}
                  isPinned={pinned.includes(type.slug)}
                  onPin={() => toggle(type.slug)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Page>
  );
}

interface TypeRowProps {
  type: ContentType;
  /** Undefined until they are loaded. */
  counts: TypeCount | undefined;
  isPinned: boolean;
  onPin: () => void;
}

function TypeRow({ type, counts, isPinned, onPin }: TypeRowProps) {
  const { id: projectId } = useProject();
  const { slug, name, kind } = type;
  const isSingle = kind === 'singleton';
  const Icon = isSingle ? FileText : Layers;
  return (
    <li>
      <span className="type-mark" style={{ '--hue': hueOf(slug) } as CSSProperties} aria-hidden>
        <Icon size={16} strokeWidth={1.8} />
      </span>
      <span className="boxed-title">
        <Link {...linkToType(projectId, type)}>{name}</Link>
      </span>
      {counts === undefined ? null : (
        <>
          <span className="type-count">
            {isSingle ? 'Single' : counted(counts.entries, 'entry', 'entries')}
          </span>
          <span className="type-count">{draftsOf(counts, isSingle)}</span>
          <span className="type-time">
            <LastChange counts={counts} />
          </span>
        </>
      )}
      <IconButton
        label={isPinned ? `Unpin ${name}` : `Pin ${name}`}
        icon={isPinned ? PinOff : Pin}
        aria-pressed={isPinned}
        onClick={onPin}
      />
    </li>
  );
}

/** The time of the last publication, or of the last created draft if nothing was published. */
function LastChange({ counts: { published_at, created_at } }: { counts: TypeCount }) {
  const at = published_at ?? created_at;
  if (at === null) return null;
  return (
    <>
      {published_at === null ? 'Added' : 'Published'} <Time value={at} />
    </>
  );
}

function draftsOf({ entries, drafts }: TypeCount, isSingle: boolean): string {
  if (isSingle) return entries === 0 ? 'Not written yet' : drafts === 1 ? 'Draft' : 'Live';
  return drafts === 0 ? '' : counted(drafts, 'draft');
}

/** A color hue that depends only on the slug, so that it is the same on every device. */
function hueOf(slug: string): number {
  return [...slug].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 0);
}
