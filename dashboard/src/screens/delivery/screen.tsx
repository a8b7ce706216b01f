import { getRouteApi } from '@tanstack/react-router';
import { Eraser, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ProjectSettings } from '../../../../src/projects/project/schema.ts';
import type { ShownTarget } from '../../../../src/delivery/purges/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { refreshMs } from '../../features/delivery/endpoint-health.tsx';
import { Page, Section } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { CdnSection } from './cdn-section.tsx';
import { CreateTargetDialog } from './create-target-dialog.tsx';
import { PurgeDialog } from './purge-dialog.tsx';
import { TargetPanel } from './target-panel.tsx';
import { TargetTable } from './target-table.tsx';
import { SentChangesLog } from './sent-changes-log.tsx';

const route = getRouteApi('/p/$projectId/delivery');

/** The caches of this project, and the purges that they received. */
export function DeliveryScreen() {
  const { target } = route.useSearch();
  const navigate = route.useNavigate();
  const targets = useProjectQuery<{ data: ShownTarget[] }>('delivery', '/purge-targets', {
    refetchMs: refreshMs,
  });
  const settings = useProjectQuery<ProjectSettings>('settings', '/settings');
  const [openDialog, setOpenDialog] = useState<'create' | 'purge' | null>(null);
  const open = (dialog: 'create' | 'purge') => () => setOpenDialog(dialog);
  useActions([
    {
      id: 'target-create',
      label: 'New purge target',
      group: 'Create',
      icon: Plus,
      keys: 'c',
      run: open('create'),
    },
    { id: 'purge', label: 'Purge…', group: 'Delivery', icon: Eraser, keys: 'p', run: open('purge') },
  ]);
  const openTarget = targets.data?.data.find(({ id }) => id === target);
  return (
    <Page
      title="Delivery"
      intro="Tell sites and CDNs what to refresh when content changes."
      actions={
        <>
          <Button icon={Eraser} onClick={open('purge')}>
            Purge…
          </Button>
          <Button variant="primary" icon={Plus} onClick={open('create')}>
            New purge target
          </Button>
        </>
      }
    >
      {/* Sections appear in order, because one that grows would move those below. */}
      <QueryView query={targets}>
        {({ data }) => (
          <>
            <Section title="Purge targets" intro="Each receives every change that readers see, in batches.">
              <TargetTable targets={data} onCreate={open('create')} />
            </Section>
            <Section title="Changes" intro="The last 30 days, newest first.">
              <SentChangesLog targets={data} />
            </Section>
            <QueryView query={settings}>{({ cdn }) => <CdnSection value={cdn} />}</QueryView>
          </>
        )}
      </QueryView>
      {openTarget === undefined ? null : (
        <TargetPanel target={openTarget} onClose={() => void navigate({ search: { target: undefined } })} />
      )}
      {openDialog === 'create' ? <CreateTargetDialog onClose={() => setOpenDialog(null)} /> : null}
      {openDialog === 'purge' ? <PurgeDialog onClose={() => setOpenDialog(null)} /> : null}
    </Page>
  );
}
