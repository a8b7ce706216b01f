import { type CSSProperties, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { PreviewedItem } from '../../../../src/dashboard/preview/schema.ts';
import { useProject } from '../../api/project.ts';
import { ReadOnlyContext } from '../access/may.ts';
import { Button } from '../../components/base/button.tsx';
import { classes } from '../../components/base/classes.ts';
import { ErrorState, Loading } from '../../components/layout/states.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import type { ItemEditor } from '../editing/item-editor.ts';
import type { EditedField } from '../editing/item.ts';
import { ReadOnlyReason } from '../editing/read-only.ts';
import { useEditorHref } from '../lists/items.ts';
import type { PageMessage } from './connection/channel.ts';
import { ConnectSite } from './connect-site.tsx';
import { Divider, storedFormPercent } from './divider.tsx';
import { OtherItemDialog, useFindOther } from './other-item.tsx';
import { PreviewBar, type Width } from './preview-bar.tsx';
import { PreviewStatus } from './preview-status.tsx';
import type { Mode } from './connection/protocol.ts';
import { showParagraph } from './show-paragraph.ts';
import { SiteFrame } from './site-frame.tsx';
import { destinationOf, type EditedTarget } from './targets.ts';
import type { PreviewTime } from './time/coming-dates.ts';
import { TimeBar } from './time/time-bar.tsx';
import { useFollowedDraft } from './connection/use-followed-draft.ts';
import { type Site, useSite } from './connection/use-site.ts';
import './live.css';

export interface LiveViewProps {
  editor: ItemEditor;
  /** The content type, or `blog_article` or `kb_article`. */
  type: string;
  /** The id in the URL of the editor; `single` for a singleton. */
  itemId: string;
  fields: readonly EditedField[];
  /** The form. */
  children: ReactNode;
}

type View = 'form' | 'page';

/** The form of an item beside the site, which shows changes while they are typed. */
export function LiveView({ editor, type, itemId, fields, children }: LiveViewProps) {
  const { store } = editor;
  const edited = useMemo(
    (): EditedTarget => ({ store, type, isSingleton: itemId === 'single' }),
    [store, type, itemId],
  );
  const [view, setView] = useState<View>('page');
  const [formPercent, setFormPercent] = useState(storedFormPercent);
  const [mode, setMode] = useState<Mode>('edit');
  const [width, setWidth] = useState<Width>('full');
  const { time, setTime, isTimeOpen, toggleTime } = useTime();
  const [otherItem, setOtherItem] = useState<PreviewedItem | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const findOther = useFindOther();
  const close = useClose(edited, itemId);
  const openClicked = ({ targets, node }: PageMessage & { type: 'edit' }) => {
    const destination = destinationOf(edited, targets);
    if (destination === null) return;
    if ('item' in destination) return void findOther(destination.item).then(setOtherItem);
    window.focus();
    setView('form');
    requestAnimationFrame(() => showParagraph(destination.field, node));
  };
  const site = useSite(edited, { mode, time, onEdit: openClicked });
  useFollowedDraft(edited, site.channel, { form, onSaved: site.onSaved });
  const page = site.url === null ? null : { reload: site.reload, openTab: site.openTab };
  const status =
    page === null || time.at !== undefined ? null : (
      <PreviewStatus
        store={store}
        fields={fields}
        connection={site.connection}
        renderedRevision={site.renderedRevision}
        failedStatus={site.failedStatus}
      />
    );
  return (
    <div
      className={classes('live', `live-${view}-chosen`)}
      style={{ '--live-form': `${formPercent}%` } as CSSProperties}
    >
      <div className="live-tabs">
        <Tabs
          label="View"
          tabs={[
            { value: 'form', label: 'Form' },
            { value: 'page', label: 'Page' },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      <div className="live-form" ref={form}>
        {time.at === undefined ? children : <ReadOnlyForm>{children}</ReadOnlyForm>}
      </div>
      <Divider value={formPercent} onChange={setFormPercent} />
      <section className="live-pane" aria-label="Site">
        <PreviewBar
          {...{ type, store, mode, width, page, status, time, isTimeOpen }}
          onTime={toggleTime}
          onMode={setMode}
          onWidth={setWidth}
          isConnected={site.connection === 'connected'}
          onClose={close}
        />
        {isTimeOpen ? <TimeBar time={time} onChange={setTime} hasDrafts /> : null}
        <SiteView site={site} width={width} />
      </section>
      {otherItem === null ? null : (
        <OtherItemDialog item={otherItem} store={store} onClose={() => setOtherItem(null)} />
      )}
    </div>
  );
}

/** The time that the site shows, and whether its bar is open. A closed bar means now. */
function useTime() {
  const { releaseId } = useProject();
  const [time, setTime] = useState<PreviewTime>(releaseId === null ? {} : { promoted: releaseId });
  const [isTimeOpen, setIsTimeOpen] = useState(false);
  const toggleTime = () => {
    const { at: _at, ...now } = time;
    setTime(now);
    setIsTimeOpen(!isTimeOpen);
  };
  return { time, setTime, isTimeOpen, toggleTime };
}

/** The form beside a future date, which doesn't show drafts. */
function ReadOnlyForm({ children }: { children: ReactNode }) {
  return (
    <ReadOnlyReason value="You’re viewing a future date.">
      <ReadOnlyContext value>{children}</ReadOnlyContext>
    </ReadOnlyReason>
  );
}

function SiteView({ site, width }: { site: Site; width: Width }) {
  if (site.error !== null) return <ErrorState error={site.error} onRetry={site.reopen} />;
  if (!site.hasUrl) return <ConnectSite />;
  if (site.url === null) return <Loading rows={8} />;
  return (
    <>
      {site.connection === 'absent' ? (
        <p className="live-note">
          Don’t see your site?{' '}
          <Button variant="quiet" onClick={site.openTab}>
            Open in a tab
          </Button>
        </p>
      ) : null}
      <SiteFrame key={`${site.url} ${site.loadCount}`} url={site.url} width={width} frame={site.frame} />
    </>
  );
}

/** Saves, then opens the editor without the site in a new document, whose security policy forbids framing the site. */
function useClose({ store, type }: EditedTarget, itemId: string): () => void {
  const hrefOf = useEditorHref();
  const { releaseId } = useProject();
  return useCallback(() => {
    const isArticle = type === 'blog_article' || type === 'kb_article';
    const path = hrefOf(isArticle ? type : 'entry', itemId, type);
    const release = releaseId === null ? '' : `?release=${releaseId}`;
    void store.flush().then(() => window.location.assign(`/dashboard${path ?? ''}${release}`));
  }, [hrefOf, itemId, releaseId, store, type]);
}
