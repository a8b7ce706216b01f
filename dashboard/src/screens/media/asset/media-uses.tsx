import { Link } from '@tanstack/react-router';
import type { MediaUseList } from '../../../../../src/content/media/editor/schema.ts';
import { useProjectQuery } from '../../../api/project.ts';
import type { useEditorHref } from '../../../features/lists/items.ts';
import { counted } from '../../../components/base/counted.ts';
import { kindNames } from '../../../features/fields/picker/search.ts';
import './media-uses.css';

/** The uses of an asset, including drafts and all releases. */
export function useMediaUses(assetId: string) {
  return useProjectQuery<MediaUseList>('media', `/media/${assetId}/places`);
}

interface MediaUseItemsProps {
  uses: MediaUseList;
  /** Returns the editor of an item. A property, because dialogs render outside the router's project route. */
  hrefOf: ReturnType<typeof useEditorHref>;
}

/** The list of uses, each with its name and state. */
export function MediaUseItems({ uses: { data, has_more }, hrefOf }: MediaUseItemsProps) {
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

/** `2 live pages and 1 draft`. */
export function describeUses({ data, has_more }: MediaUseList): string {
  const liveCount = data.filter((use) => use.live).length;
  const draftCount = data.length - liveCount;
  const parts = [
    ...(liveCount === 0 ? [] : [counted(liveCount, 'live page')]),
    ...(draftCount === 0 ? [] : [counted(draftCount, 'draft')]),
  ];
  return `${has_more ? 'at least ' : ''}${parts.join(' and ')}`;
}
