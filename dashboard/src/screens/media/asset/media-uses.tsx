import { Link } from '@tanstack/react-router';
import type { MediaUseList } from '../../../../../src/content/media/editor/schema.ts';
import { useProjectQuery } from '../../../api/project.ts';
import type { useEditorHref } from '../../../features/lists/items.ts';
import { counted } from '../../../components/base/counted.ts';
import { kindNames } from '../../../features/fields/picker/search.ts';
import './media-uses.css';

/** Where an asset stands, drafts and all releases included. */
export function useMediaUses(assetId: string) {
  return useProjectQuery<MediaUseList>('media', `/media/${assetId}/places`);
}

interface PlaceListProps {
  places: MediaUseList;
  /** Where each is edited; handed in, since a question stands outside the project's page. */
  hrefOf: ReturnType<typeof useEditorHref>;
}

/** Each place by name, with what readers see there now. */
export function MediaUseItems({ places: { data, has_more }, hrefOf }: PlaceListProps) {
  if (data.length === 0) return <p className="muted">Not used anywhere, drafts included.</p>;
  return (
    <ul className="places">
      {data.map(({ type, id, title, live, content_type, release }) => {
        const href = release === null ? hrefOf(type, id, content_type) : null;
        const name = title === '' || title === id ? 'Untitled' : title;
        const state = release !== null ? `in ${release.name}` : live ? 'live' : 'draft';
        return (
          <li key={id}>
            {href === null ? <span>{name}</span> : <Link to={href}>{name}</Link>}
            <span className="muted">
              {content_type ?? kindNames[type] ?? type} · {state}
            </span>
          </li>
        );
      })}
      {has_more ? <li className="muted">and more</li> : null}
    </ul>
  );
}

/** How many places readers see, and how many they do not see yet. */
export function usesInWords({ data, has_more }: MediaUseList): string {
  const live = data.filter((place) => place.live).length;
  const others = data.length - live;
  const parts = [
    ...(live === 0 ? [] : [counted(live, 'live page')]),
    ...(others === 0 ? [] : [counted(others, 'draft')]),
  ];
  return `${has_more ? 'at least ' : ''}${parts.join(' and ')}`;
}
