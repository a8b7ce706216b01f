import { Link } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import { useProject } from '../../api/project.ts';
import { CopyText } from '../../components/base/copy.tsx';
import { EmptyState } from '../../components/layout/states.tsx';

/** The tag that connects a site to this dashboard. */
const scriptTag = () =>
  `<script src="${location.origin}/client/preview.js" data-renew="/api/preview?token={token}&path={path}" defer></script>`;

/** Shown instead of the site while the project has no preview URL. */
export function ConnectSite() {
  const { id: projectId, role } = useProject();
  if (role !== 'owner')
    return (
      <EmptyState icon={Unplug} title="Connect your site">
        Ask an owner to connect the site.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Unplug}
      title="Connect your site"
      action={
        <a href="/docs/build/live-preview" target="_blank" rel="noreferrer">
          Read how to connect a site
        </a>
      }
    >
      <ol className="live-steps">
        <li>
          Enter the preview URL of your site under{' '}
          <Link to="/p/$projectId/settings" params={{ projectId }}>
            Settings
          </Link>
          .
        </li>
        <li>
          Add this script to its pages, in preview only:
          <CopyText text={scriptTag()} label="Copy the script" />
        </li>
      </ol>
    </EmptyState>
  );
}
