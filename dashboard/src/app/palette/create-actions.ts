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

/** The screen that makes something, and its own action for it: the palette goes there and runs that. */
const byScreen = [
  ['/p/$projectId/kb', 'kb-article-add', 'New knowledge base article', FilePlus2],
  ['/p/$projectId/kb', 'kb-collection-add', 'New knowledge base collection', FolderPlus],
  ['/p/$projectId/media', 'upload', 'Upload files', Upload],
] as const;

const byOwnersScreen = [
  ['/p/$projectId/content-types', 'new-type', 'New content type', Shapes],
  ['/p/$projectId/releases', 'clone', 'New release', GitBranchPlus],
  ['/p/$projectId/keys', 'key-create', 'New key', KeyRound],
  ['/p/$projectId/webhooks', 'webhook-create', 'New webhook', Webhook],
  ['/p/$projectId/delivery', 'target-create', 'New purge target', Radio],
  ['/p/$projectId/members', 'member-invite', 'Invite someone', UserPlus],
] as const;

/** The areas of what is created, beside entries, whose types are not listed where they are outside. */
const areaOf: Readonly<Partial<Record<string, Area>>> = {
  article: 'blog',
  author: 'authors',
  category: 'blog',
  'kb-article-add': 'kb',
  'kb-collection-add': 'kb',
  upload: 'media',
};

/** The id of the way to a screen's own action. */
export function fromAnywhere(action: string): string {
  return `new-from-anywhere-${action}`;
}

/** Everything that this member may create, from every screen. */
export function useCreateActions(types: readonly ListedType[]): Action[] {
  const { id: projectId, role, grant } = useProject();
  const navigate = useNavigate();
  const newEntry = useNewEntry();
  const params = { projectId };
  const publishes = ['author', 'category', 'kb-collection-add'];
  const create = (id: string, label: string, icon: LucideIcon, run: () => Promise<unknown>): Action => ({
    needs: publishes.includes(id) ? 'publish' : 'draft',
    id: fromAnywhere(id),
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
    ...[...byScreen, ...(role === 'owner' ? byOwnersScreen : [])].map(([to, action, label, icon]) =>
      create(action, label, icon, async () => {
        await navigate({ to, params });
        runWhenOffered(action);
      }),
    ),
  ];
  return all.filter(({ id }) => {
    const area = areaOf[id.slice(fromAnywhere('').length)];
    return area === undefined || includesArea(grant, area);
  });
}
