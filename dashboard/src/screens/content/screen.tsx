import { Link } from '@tanstack/react-router';
import { FileText, Layers, Pin, PinOff } from 'lucide-react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { linkToType } from '../../app/shell/listed-types.ts';
import { usePinnedTypes } from '../../app/shell/pinned-types.ts';
import { IconButton } from '../../components/base/button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../components/layout/states.tsx';
import './content.css';

/** Links to all content: lists of collections, editors of singletons. */
export function ContentScreen() {
  const { id: projectId, role } = useProject();
  const types = useProjectQuery<{ data: ContentType[] }>('schema', '/v1/schema/content-types');
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
            <ul className="content-types">
              {data.map((type) => (
                <TypeTile
                  key={type.slug}
                  type={type}
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

function TypeTile({ type, isPinned, onPin }: { type: ContentType; isPinned: boolean; onPin: () => void }) {
  const { id: projectId } = useProject();
  const { name, kind } = type;
  const isSingle = kind === 'singleton';
  const Icon = isSingle ? FileText : Layers;
  return (
    <li className="content-type-tile">
      <Link className="content-type" {...linkToType(projectId, type)}>
        <Icon size={18} aria-hidden strokeWidth={1.6} />
        <span className="content-type-name">{name}</span>
        <span className="content-type-about">{isSingle ? 'Single' : 'Collection'}</span>
      </Link>
      <IconButton
        label={isPinned ? `Unpin ${name}` : `Pin ${name}`}
        icon={isPinned ? PinOff : Pin}
        aria-pressed={isPinned}
        onClick={onPin}
      />
    </li>
  );
}
