import { useNavigate } from '@tanstack/react-router';
import { ArrowDownUp, Download, Upload } from 'lucide-react';
import { downloadFile } from '../../api/download.ts';
import { useProject } from '../../api/project.ts';
import { Button } from '../../components/base/button.tsx';
import { Menu, MenuItem } from '../../components/overlay/menu.tsx';

/** Imports a table into a content type, and downloads it as one. */
export function TableMenu({ type }: { type: string }) {
  const { id: projectId, releaseId } = useProject();
  const navigate = useNavigate();
  const download = (format: string) => {
    const query = new URLSearchParams({ format, ...(releaseId === null ? {} : { release: releaseId }) });
    downloadFile(`/dashboard/api/projects/${projectId}/content/${type}/export?${query.toString()}`);
  };
  return (
    <Menu trigger={<Button icon={ArrowDownUp}>Import or export</Button>}>
      <MenuItem
        needs="draft"
        icon={Upload}
        onSelect={() =>
          void navigate({
            to: '/p/$projectId/entries/$type/import',
            params: { projectId, type },
            search: (before: object) => before,
          })
        }
      >
        Import table
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => download('csv')}>
        Download CSV
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => download('ndjson')}>
        Download NDJSON
      </MenuItem>
    </Menu>
  );
}
