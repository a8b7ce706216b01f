import { useNavigate } from '@tanstack/react-router';
import { GitBranch, Globe } from 'lucide-react';
import { useEffect } from 'react';
import type { Release } from '../../../../src/lifecycle/releases/schema.ts';
import { whenRightsChanged } from '../../api/http/client.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { type SharedScreen, useReleaseScope } from '../../api/release-reach.ts';
import { useReloadSession, useSession } from '../../api/session.ts';
import { Button } from '../../components/base/button.tsx';
import { classes } from '../../components/base/classes.ts';
import { Menu, MenuItem, MenuTitle } from '../../components/overlay/menu.tsx';

export function useReleases(): Release[] {
  return useProjectQuery<{ data: Release[] }>('releases', '/v1/releases').data?.data ?? [];
}

/** Returns a function that opens a release; null opens the default release. */
export function useChooseRelease(): (id: string | null) => void {
  const navigate = useNavigate();
  return (id) => {
    const search = (before: object) => ({ ...before, release: id ?? undefined });
    void navigate({ to: '.', search });
  };
}

/** Switches releases. Hidden while the project has only one release. */
export function ReleaseMenu() {
  const { releaseId } = useProject();
  const releases = useReleases();
  const choose = useChooseRelease();
  if (releases.length < 2) return null;
  const current = releases.find((release) =>
    releaseId === null ? release.default : release.id === releaseId,
  );
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="release-button">
          <GitBranch size={15} aria-hidden />
          <span className="project-name">{current?.name ?? 'Release'}</span>
        </button>
      }
    >
      <MenuTitle>Switch release</MenuTitle>
      {releases.map(({ id, name, default: isDefault, status }) => (
        <MenuItem
          key={id}
          checked={id === current?.id}
          disabled={status !== 'ready'}
          hint={isDefault ? 'default' : status === 'ready' ? undefined : status}
          onSelect={() => choose(isDefault ? null : id)}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** A warning for a person who was removed from the project while it was open. */
export function MembershipBand() {
  const { id } = useProject();
  const session = useSession();
  const reload = useReloadSession();
  useEffect(() => whenRightsChanged(() => void reload()), [reload]);
  if (session?.user == null || session.projects.some((project) => project.id === id)) return null;
  return (
    <div className="release-band release-band-outside" role="alert">
      You are no longer a member of this project. Changes are no longer saved. Copy what you need, or ask an
      owner to invite you again.
    </div>
  );
}

/** The first words of the sentence about a screen whose content belongs to no release. */
const sharedNames: Readonly<Record<SharedScreen, string>> = {
  blog: 'The blog isn’t',
  kb: 'The knowledge base isn’t',
  authors: 'Authors aren’t',
  categories: 'Categories aren’t',
  media: 'Media files aren’t',
};

/** Shows whether changes on this screen go to the open release or live. A release contains only types and entries. */
export function ReleaseBand() {
  const { releaseId } = useProject();
  const releases = useReleases();
  const choose = useChooseRelease();
  const scope = useReleaseScope();
  if (scope === null) return null;
  const name = releases.find(({ id }) => id === releaseId)?.name;
  const isGone = name === undefined && releases.length > 0;
  return (
    <div className={classes('release-band', scope !== 'inside' && 'release-band-outside')} role="status">
      {scope !== 'inside' ? <Globe size={15} aria-hidden /> : <GitBranch size={15} aria-hidden />}
      {scope !== 'inside' ? (
        <span>
          <strong>{sharedNames[scope]} part of releases.</strong> What you publish here goes live immediately.
        </span>
      ) : isGone ? (
        <span>This release no longer exists.</span>
      ) : (
        <span>
          Editing <strong>{name ?? 'a release'}</strong>. Readers won’t see it until you promote it.
        </span>
      )}
      <Button variant="quiet" onClick={() => choose(null)}>
        Exit release
      </Button>
    </div>
  );
}
