import { useNavigate } from '@tanstack/react-router';
import {
  FilePlus2,
  FolderPlus,
  GitBranchPlus,
  KeyRound,
  type LucideIcon,
  Radio,
  Shapes,
  Upload,
  UserPlus,
  UserRoundPlus,
  Webhook,
} from 'lucide-react';
import type { Area } from '../../../../src/contract/access.ts';
import { includesArea } from '../../api/granted.ts';
import { useNewEntry } from '../../api/new-entry.ts';
import { useProject } from '../../api/project.ts';
import { type Action, runWhenOffered } from '../../components/keyboard/actions.ts';
import { toastError } from '../../components/overlay/toast.tsx';
import type { ListedType } from '../shell/listed-types.ts';

/** Screens and their create actions. The palette opens the screen and runs its action. */
const screenActions = [
  ['/p/$projectId/kb', 'kb-article-add', 'New knowledge base article', FilePlus2],
  ['/p/$projectId/kb', 'kb-collection-add', 'New knowledge base collection', FolderPlus],
  ['/p/$projectId/media', 'upload', 'Upload files', Upload],
] as const;

const ownerScreenActions = [
  ['/p/$projectId/content-types', 'new-type', 'New content type', Shapes],
  ['/p/$projectId/releases', 'clone', 'New release', GitBranchPlus],
  ['/p/$projectId/keys', 'key-create', 'New key', KeyRound],
  ['/p/$projectId/webhooks', 'webhook-create', 'New webhook', Webhook],
  ['/p/$projectId/delivery', 'target-create', 'New purge target', Radio],
  ['/p/$projectId/members', 'member-invite', 'Invite someone', UserPlus],
] as const;

/** The area that a create action needs. Entries need none here, because types outside the grant are not listed. */
const areaOf: Readonly<Partial<Record<string, Area>>> = {
  article: 'blog',
  author: 'authors',
  category: 'blog',
  'kb-article-add': 'kb',
  'kb-collection-add': 'kb',
  upload: 'media',
};

/** The id of the action that opens a screen and runs the screen's own action. */
export function globalActionId(action: string): string {
  return `new-from-anywhere-${action}`;
}

/** All create actions of this member, available on every screen. */
export function useCreateActions(types: readonly ListedType[]): Action[] {
  const { id: projectId, role, grant } = useProject();
  const navigate = useNavigate();
  const newEntry = useNewEntry();
  const params = { projectId };
  const publishingIds = ['author', 'category', 'kb-collection-add'];
  const create = (id: string, label: string, icon: LucideIcon, run: () => Promise<unknown>): Action => ({
    needs: publishingIds.includes(id) ? 'publish' : 'draft',
    id: globalActionId(id),
    label,
    icon,
    group: 'Create',
    run: () => void run().catch(toastError),
  });
  const all = [
    ...types
      .filter(({ kind }) => kind === 'collection')
      .map(({ slug, name }) =>
        create(`entry-${slug}`, `New entry: ${name}`, FilePlus2, () => newEntry(slug)),
      ),
    create('article', 'New blog article', FilePlus2, () =>
      navigate({ to: '/p/$projectId/blog', params, search: { new: true } }),
    ),
    create('author', 'New author', UserRoundPlus, () =>
      navigate({ to: '/p/$projectId/authors', params, search: { author: 'new' } }),
    ),
    create('category', 'New category', FolderPlus, () =>
      navigate({ to: '/p/$projectId/categories', params, search: { category: 'new' } }),
    ),
    ...[...screenActions, ...(role === 'owner' ? ownerScreenActions : [])].map(([to, action, label, icon]) =>
      create(action, label, icon, async () => {
        await navigate({ to, params });
        runWhenOffered(action);
      }),
    ),
  ];
  return all.filter(({ id }) => {
    const area = areaOf[id.slice(globalActionId('').length)];
    return area === undefined || includesArea(grant, area);
  });
}
