import { EllipsisVertical, PenLine, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LocaleContent, ProjectLocales } from '../../../../src/projects/locales/schema.ts';
import { type Locale, useLocaleList } from '../../api/locales.ts';
import { useProjectApi, useProjectMutation } from '../../api/project.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Button, IconButton } from '../../components/base/button.tsx';
import { Section } from '../../components/layout/page.tsx';
import { ProgressBar } from '../../components/layout/progress-bar.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import { useConfirm } from '../../components/overlay/confirm.tsx';
import { Menu, MenuItem } from '../../components/overlay/menu.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { LocaleClashList } from './locale-clashes.tsx';
import { LocaleDialog } from './locale-dialog.tsx';
import { removalSentence } from './locale-words.ts';

/** The locales of the project, with their fallbacks. */
export function LocalesSection() {
  const list = useLocaleList();
  return <QueryView query={list}>{({ locales }) => <Locales locales={locales} />}</QueryView>;
}

/** The locale that the open dialog changes; a null locale for a new one. Null if no dialog is open. */
type OpenDialog = { locale: Locale | null } | null;

function Locales({ locales }: ProjectLocales) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  return (
    <Section
      title="Locales"
      intro="The languages of your content. Mark fields as Translated in the type editor to write them in each locale. A text that is missing falls back to the next locale of its chain."
      actions={
        <Button icon={Plus} onClick={() => setOpenDialog({ locale: null })}>
          Add locale
        </Button>
      }
    >
      <DataTable
        label="Locales"
        columns={columnsOf(locales, (locale) => setOpenDialog({ locale }))}
        rows={locales}
        rowId={({ id }) => id}
      />
      <LocaleClashList locales={locales} />
      {openDialog === null ? null : (
        <LocaleDialog locale={openDialog.locale} locales={locales} onClose={() => setOpenDialog(null)} />
      )}
    </Section>
  );
}

function columnsOf(locales: readonly Locale[], onChange: (locale: Locale) => void): Column<Locale>[] {
  return [
    {
      key: 'name',
      title: 'Locale',
      cell: ({ name, code }) => (
        <span>
          <bdi>{name}</bdi> <span className="muted">{code}</span>
        </span>
      ),
    },
    {
      key: 'fallback',
      title: 'Falls back to',
      width: '34%',
      cell: (locale) => {
        const chain = chainOf(locale, locales);
        return chain.length === 0 ? <span className="cell-none">–</span> : chain.join(' → ');
      },
    },
    { key: 'status', title: 'Status', width: '180px', cell: (locale) => <LocaleStatus locale={locale} /> },
    {
      key: 'more',
      title: '',
      width: '60px',
      align: 'end',
      cell: (locale) => <LocaleActions locale={locale} onChange={() => onChange(locale)} />,
    },
  ];
}

/** The names of the fallback, of its fallback, and so on. */
function chainOf({ fallback }: Locale, locales: readonly Locale[]): string[] {
  const names: string[] = [];
  const byCode = new Map(locales.map((locale) => [locale.code, locale]));
  for (let next = byCode.get(fallback ?? ''); next !== undefined; next = byCode.get(next.fallback ?? ''))
    names.push(next.name);
  return names;
}

function LocaleStatus({ locale: { default: isDefault, status, progress = 0, name } }: { locale: Locale }) {
  if (status === 'ready')
    return isDefault ? <Badge tone="accent">Default</Badge> : <Badge tone="good">Ready</Badge>;
  const text = status === 'preparing' ? 'Preparing' : 'Removing';
  const percent = Math.round(progress * 100);
  return (
    <>
      {text} {percent}%
      <ProgressBar percent={percent} label={`${text} ${name}`} />
    </>
  );
}

function LocaleActions({ locale, onChange }: { locale: Locale; onChange: () => void }) {
  const { code, name, default: isDefault, status } = locale;
  const api = useProjectApi();
  const confirm = useConfirm();
  const remove = useProjectMutation(['schema', 'content'], (projectApi, events: boolean) =>
    projectApi.remove(`/locales/${code}`, { body: { confirm: code, events } }),
  );
  if (status === 'removing') return null;
  const ask = async () => {
    const content = await api.get<LocaleContent>(`/locales/${code}/content`);
    confirm({
      title: `Remove ${name}?`,
      body: removalSentence(name, content),
      action: 'Remove locale',
      confirmText: code,
      danger: true,
      option: 'Send an event for each item',
      run: async (events) => {
        await remove.mutateAsync(events);
        toast(`${name} removed`);
      },
    });
  };
  return (
    <Menu trigger={<IconButton label={`Actions for ${name}`} icon={EllipsisVertical} />}>
      <MenuItem icon={PenLine} onSelect={onChange}>
        Change…
      </MenuItem>
      {isDefault ? null : (
        <MenuItem icon={Trash2} danger onSelect={() => void ask().catch(toastError)}>
          Remove locale…
        </MenuItem>
      )}
    </Menu>
  );
}
