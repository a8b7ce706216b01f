import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { HomeItem } from '../../../../src/contract/home.ts';
import { useProject } from '../../api/project.ts';
import { useHomeItem } from '../../features/lists/home-items.ts';
import type { Item } from '../../features/lists/items.ts';
import { Section } from '../../components/layout/page.tsx';
import { Loading } from '../../components/layout/states.tsx';
import { exactTime } from '../../components/base/time.tsx';
import { useHome } from './home-query.ts';
import { ItemList } from './item-list.tsx';

const maxItems = 5;

/** The next scheduled dates: publications, changes of live items, and ends. */
export function ComingUp() {
  const { id: projectId } = useProject();
  const next = useHome()?.scheduled.slice(0, maxItems);
  const itemOf = useHomeItem();
  const toItem = (row: HomeItem): Item => ({
    ...itemOf(row),
    hasChanges: row.publish_at !== undefined,
    scheduledFor: row.scheduled_for ?? row.publish_at ?? null,
  });
  const calendar = (
    <Link to="/p/$projectId/calendar" params={{ projectId }}>
      Calendar
    </Link>
  );
  return (
    <Section title="Coming up" actions={calendar}>
      {next === undefined ? (
        <Loading rows={2} />
      ) : next.length === 0 ? (
        <p className="muted">Nothing is scheduled.</p>
      ) : (
        <ItemList items={next.map(toItem)} showsState={false} when={whenOf} />
      )}
    </Section>
  );
}

/** The upcoming dates of an item in order, each on its own line. */
function whenOf({ scheduledFor, endsAt, hasChanges }: Item): ReactNode {
  const moments = [
    ...(scheduledFor === null
      ? []
      : [`${hasChanges ? 'Changes, ' : ''}${exactTime(new Date(scheduledFor))}`]),
    ...(endsAt === null ? [] : [`Ends ${exactTime(new Date(endsAt))}`]),
  ];
  return moments.map((moment) => (
    <span key={moment} className="item-date">
      {moment}
    </span>
  ));
}
