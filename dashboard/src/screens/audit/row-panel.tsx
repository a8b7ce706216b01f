import { Link } from '@tanstack/react-router';
import type { AuditRow } from '../../../../src/accounts/audit-log/schema.ts';
import { useReleaseName } from '../../api/release-names.ts';
import { useEditorHref, versionHash } from '../../features/lists/items.ts';
import { CopyAction } from '../../components/base/copy.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { Time } from '../../components/base/time.tsx';
import { labelOfParam } from '../../api/errors/issue-reasons.ts';
import { actionLabel, actorName, detailWords, hrefInLocale, sentenceOf, sourceNames } from './words.ts';

/** All details of a log row, with links to the item and to related rows. */
export function RowPanel({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const hrefOf = useEditorHref();
  const { subject, actor } = row;
  const releaseName = useReleaseName();
  const itemHref = hrefOf(subject.kind, subject.id, subject.type);
  const href = itemHref === null ? null : hrefInLocale(itemHref, row);
  const facts: [string, string | number | null][] = [
    ['Action', actionLabel(row.action)],
    ['Source', sourceNames[row.via]],
    ['Visible to readers', row.visible ? 'Yes' : 'No'],
    ['Changed', row.changed.map(labelOfParam).join(', ') || null],
    ['Details', detailWords(row.detail)],
    ['Revision', row.revision],
    ['Release', row.release_id === null ? null : releaseName(row.release_id)],
    ['IP address', row.address],
    ['Row', row.seq],
  ];
  return (
    <Dialog open onClose={onClose} size="side" title={sentenceOf(row)}>
      <div className="stack">
        <p className="muted">
          <Time value={row.at} exact />
        </p>
        <dl className="audit-facts">
          {facts.map(([name, value]) =>
            value === null ? null : (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
          )}
        </dl>
        <p className="audit-ways">
          {href === null ? null : <a href={`/dashboard${href}`}>Open the item</a>}
          {href === null || row.revision === null ? null : (
            <a href={`/dashboard${href}${versionHash(row.revision)}`}>Open this version</a>
          )}
          <Link to="." search={{ item: subject.id }}>
            View activity
          </Link>
          <Link to="." search={{ actor: actor.id }}>
            All activity by {actorName(actor)}
          </Link>
          {row.session === null ? null : (
            <Link to="." search={{ actor: actor.id, session: row.session }}>
              All activity in this session
            </Link>
          )}
        </p>
        <CopyAction text={row.request_id} label="Copy request ID" />
      </div>
    </Dialog>
  );
}
