import { useNavigate } from '@tanstack/react-router';
import {
  CircleUser,
  Columns3,
  FileText,
  GitBranch,
  HardDrive,
  LogOut,
  Plus,
  Rows3,
  ThumbsUp,
  TimerReset,
} from 'lucide-react';
import { useProject } from '../../api/project.ts';
import { useSession } from '../../api/session.ts';
import type { Action } from '../../components/keyboard/actions.ts';
import { useCreateActions } from './create-actions.ts';
import { linkToType, type ListedType, useListedTypes } from '../shell/listed-types.ts';
import { linkToProject } from '../projects/link-to-project.ts';
import { useNewProject } from '../projects/new-project.tsx';
import { useChooseRelease, useReleases } from '../projects/release-menu.tsx';
import { useSignOut } from '../session/use-sign-out.ts';

/** The actions of every screen: open types and views, create items, switch projects and releases, sign out. */
export function useGlobalActions(): Action[] {
  const types = useListedTypes() ?? [];
  return [
    ...useTypeActions(types),
    ...useCreateActions(types),
    ...useViewActions(),
    ...useReleaseActions(),
    ...useProjectActions(),
  ];
}

function useTypeActions(types: readonly ListedType[]): Action[] {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  return types.map((type) => ({
    id: `type-${type.slug}`,
    label: type.name,
    group: 'Entries',
    icon: FileText,
    run: () => void navigate(linkToType(projectId, type)),
  }));
}

const views = [
  ['/p/$projectId/blog/board', 'blog board', Columns3],
  ['/p/$projectId/kb/articles', 'knowledge base articles', Rows3],
  ['/p/$projectId/kb/reviews', 'knowledge base freshness', TimerReset],
  ['/p/$projectId/kb/votes', 'knowledge base votes', ThumbsUp],
  ['/p/$projectId/account', 'your account', CircleUser],
  ['/p/$projectId/unsaved', 'unsaved text on this device', HardDrive],
] as const;

/** Opens screens that have no link in the sidebar. */
function useViewActions(): Action[] {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  return views.map(([to, label, icon]) => ({
    id: `go-${label}`,
    label: `Go to ${label}`,
    group: 'Go to',
    icon,
    run: () => void navigate({ to, params: { projectId } }),
  }));
}

function useReleaseActions(): Action[] {
  const { releaseId } = useProject();
  const choose = useChooseRelease();
  return useReleases()
    .filter(({ id, status, default: isDefault }) => {
      const isCurrent = releaseId === null ? isDefault : id === releaseId;
      return status === 'ready' && !isCurrent;
    })
    .map(({ id, name, default: isDefault }) => ({
      id: `release-${id}`,
      label: `Switch to release ${name}`,
      group: 'Releases',
      icon: GitBranch,
      run: () => choose(isDefault ? null : id),
    }));
}

function useProjectActions(): Action[] {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const session = useSession();
  const newProject = useNewProject();
  const signOut = useSignOut();
  return [
    ...(session?.projects ?? [])
      .filter(({ id }) => id !== projectId)
      .map(({ id, name }): Action => ({
        id: `project-${id}`,
        label: `Switch to project ${name}`,
        group: 'Projects',
        run: () => void navigate(linkToProject(id)),
      })),
    ...(newProject === null
      ? []
      : [{ id: 'project-new', label: 'New project…', group: 'Create', icon: Plus, run: newProject }]),
    { id: 'sign-out', label: 'Sign out', group: 'General', icon: LogOut, run: signOut },
  ];
}
