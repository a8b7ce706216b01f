import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, CircleUser, HardDrive, LogOut, Monitor, Moon, Plus, Sun } from 'lucide-react';
import { useProject } from '../../api/project.ts';
import { useSession } from '../../api/session.ts';
import { Menu, MenuItem, MenuLine, MenuTitle } from '../../components/overlay/menu.tsx';
import { blockTexts } from './blocked-project.tsx';
import { linkToProject } from './link-to-project.ts';
import { useNewProject } from './new-project.tsx';
import { setTheme, type Theme, useTheme } from '../shell/theme.ts';
import { useSignOut } from '../session/use-sign-out.ts';

const themes: readonly { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
];

/** Switches projects and the appearance, opens the account, and signs out. */
export function ProjectMenu() {
  const project = useProject();
  const session = useSession();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const theme = useTheme();
  const newProject = useNewProject();
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="project-button">
          <span className="project-mark" aria-hidden>
            {project.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="project-name">{project.name}</span>
          <ChevronsUpDown size={14} aria-hidden />
        </button>
      }
    >
      <MenuTitle>Projects</MenuTitle>
      {(session?.projects ?? []).map(({ id, name, blocked }) => (
        <MenuItem key={id} checked={id === project.id} onSelect={() => void navigate(linkToProject(id))}>
          {name}
          {blocked === null ? null : <span className="muted"> {blockTexts[blocked.code]}</span>}
        </MenuItem>
      ))}
      {newProject === null ? null : (
        <MenuItem icon={Plus} onSelect={newProject}>
          New project…
        </MenuItem>
      )}
      <MenuLine />
      <MenuTitle>Appearance</MenuTitle>
      {themes.map(({ theme: name, label, icon }) => (
        <MenuItem key={name} icon={icon} checked={theme === name} onSelect={() => setTheme(name)}>
          {label}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuTitle>{session?.user?.email}</MenuTitle>
      <MenuItem
        icon={CircleUser}
        onSelect={() => void navigate({ to: '/p/$projectId/account', params: { projectId: project.id } })}
      >
        Your account
      </MenuItem>
      <MenuItem
        icon={HardDrive}
        onSelect={() => void navigate({ to: '/p/$projectId/unsaved', params: { projectId: project.id } })}
      >
        Unsaved text on this device
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={signOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
