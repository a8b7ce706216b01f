import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Keyboard, Menu as MenuIcon, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useActivity } from '../../api/activity.ts';
import { useLiveUpdates } from '../../api/live.ts';
import { useProject } from '../../api/project.ts';
import { type Action, useActions } from '../../components/keyboard/actions.ts';
import { IconButton } from '../../components/base/button.tsx';
import { classes } from '../../components/base/classes.ts';
import { Kbd } from '../../components/keyboard/kbd.tsx';
import { useContentSearch } from '../palette/content-search.ts';
import { useGlobalActions } from '../palette/global-actions.ts';
import { Help } from './help.tsx';
import { useKeyboard } from '../palette/keyboard.ts';
import { Bell } from './bell.tsx';
import { NewMenu } from './new-menu.tsx';
import { GuardedOutlet } from '../owners-only.tsx';
import { Palette } from '../palette/palette.tsx';
import { ProjectMenu } from '../projects/project-menu.tsx';
import { MembershipBand, ReleaseBand, ReleaseMenu } from '../projects/release-menu.tsx';
import { StatusBar } from './status/status-bar.tsx';
import { SideNav, useNavigation } from './side-nav.tsx';
import { setTheme } from './theme.ts';
import './shell.css';

/** The frame of every screen of a project: navigation, search, and notices. */
export function Shell() {
  const [overlay, setOverlay] = useState<'palette' | 'help' | null>(null);
  const [isNavOpen, setNavOpen] = useState(false);
  const project = useProject();
  const search = useContentSearch();
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useKeyboard();
  useLiveUpdates();
  useActivity();
  useActions([
    ...useGoActions(),
    ...useGlobalActions(),
    ...themeActions,
    {
      id: 'palette',
      label: 'Search or jump to…',
      group: 'Everywhere',
      keys: 'mod+k',
      onlyKeys: true,
      run: () => setOverlay('palette'),
    },
    {
      id: 'help',
      label: 'Keyboard shortcuts',
      group: 'Everywhere',
      icon: Keyboard,
      keys: '?',
      run: () => setOverlay('help'),
    },
  ]);
  useEffect(() => {
    void main.current?.scrollTo(0, 0); // newer browsers return a promise
  }, [path]);

  return (
    <div
      className={classes(
        'shell',
        path.startsWith(`/p/${project.id}/live/`) && 'shell-wide',
        isNavOpen && 'shell-nav-open',
      )}
    >
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="side">
        <div className="side-head">
          <ProjectMenu />
          <Bell />
        </div>
        <button type="button" className="search-button" onClick={() => setOverlay('palette')}>
          <Search size={15} aria-hidden />
          <span>Search</span>
          <Kbd keys="mod+k" />
        </button>
        <NewMenu />
        <ReleaseMenu />
        <SideNav onNavigate={() => setNavOpen(false)} />
        <div className="side-foot">
          <a href="/docs" target="_blank" rel="noreferrer">
            API reference
          </a>
          <IconButton label="Keyboard shortcuts" icon={Keyboard} onClick={() => setOverlay('help')} />
        </div>
      </header>
      <div className="side-shade" onClick={() => setNavOpen(false)} />
      <div className="top-bar">
        <IconButton label="Open the navigation" icon={MenuIcon} onClick={() => setNavOpen(true)} />
        <span>{project.name}</span>
        <Bell />
        <IconButton label="Search" icon={Search} onClick={() => setOverlay('palette')} />
      </div>
      <main id="main" className="main" ref={main} tabIndex={-1}>
        <MembershipBand />
        <ReleaseBand />
        <GuardedOutlet />
      </main>
      <StatusBar />
      {overlay === 'palette' ? <Palette search={search} onClose={() => setOverlay(null)} /> : null}
      {overlay === 'help' ? <Help onClose={() => setOverlay(null)} /> : null}
    </div>
  );
}

function useGoActions(): Action[] {
  const { id } = useProject();
  const navigate = useNavigate();
  return useNavigation().map(({ to, label, icon, keys, keywords }) => ({
    id: `go-${label}`,
    label: `Go to ${label}`,
    group: 'Go to',
    icon,
    keys,
    keywords,
    run: () => void navigate({ to, params: { projectId: id } }),
  }));
}

const themeActions: readonly Action[] = [
  { id: 'theme-light', label: 'Appearance: light', group: 'Everywhere', run: () => setTheme('light') },
  { id: 'theme-dark', label: 'Appearance: dark', group: 'Everywhere', run: () => setTheme('dark') },
  {
    id: 'theme-system',
    label: 'Appearance: system',
    group: 'Everywhere',
    run: () => setTheme('system'),
  },
];
