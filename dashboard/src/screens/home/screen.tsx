import { Link } from '@tanstack/react-router';
import type { Home } from '../../../../src/dashboard/api/schema.ts';
import { useProject } from '../../api/project.ts';
import { useHomeItem } from '../../features/lists/home-items.ts';
import { Page, Section } from '../../components/layout/page.tsx';
import { EmptyState, Loading } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { ComingUp } from './coming-up.tsx';
import { FailingList } from './failing-list.tsx';
import { FirstSteps } from './first-steps.tsx';
import { GettingStarted } from './getting-started.tsx';
import { useHome } from './home-query.ts';
import { ItemList } from './item-list.tsx';
import { OwnWork } from './own-work.tsx';
import { StaleArticles } from './stale-articles.tsx';
import { UsageWarnings } from './usage-warnings.tsx';
import { WaitingList } from './waiting-list.tsx';
import './home.css';

export function HomeScreen() {
  const { id: projectId, name } = useProject();
  const home = useHome();
  return (
    <Page title={name}>
      <div className="home-grid">
        <div className="home-column">
          {home === undefined ? (
            <Loading rows={10} />
          ) : (
            <>
              {home.steps === null ? null : <GettingStarted done={home.steps} />}
              <WaitingList waiting={home.waiting} count={home.waiting_count} />
              <OwnWork mine={home.mine} />
              <RecentlyEdited recent={home.recent} />
              <FirstSteps />
            </>
          )}
        </div>
        <div className="home-column">
          <ComingUp />
          <FailingList
            title="Failing webhooks"
            receivers={(home?.failing_webhooks ?? []).filter(
              ({ health, disabled_reason }) => health.state === 'failing' || disabled_reason === 'failures',
            )}
            linkTo={(endpointId) => ({
              to: '/p/$projectId/webhooks/$endpointId',
              params: { projectId, endpointId },
            })}
          />
          <FailingList
            title="Failing purge targets"
            receivers={home?.failing_targets ?? []}
            linkTo={(target) => ({ to: '/p/$projectId/delivery', params: { projectId }, search: { target } })}
          />
          <UsageWarnings warnings={home?.usage_warnings ?? []} />
          <StaleArticles stale={home?.stale_articles ?? []} count={home?.stale_count ?? 0} />
        </div>
      </div>
    </Page>
  );
}

function RecentlyEdited({ recent }: Pick<Home, 'recent'>) {
  const { id: projectId } = useProject();
  const toItem = useHomeItem();
  return (
    <Section title="Recently edited">
      {recent.length === 0 ? (
        <EmptyState title="No content yet">
          Write{' '}
          <Link to="/p/$projectId/entries" params={{ projectId }}>
            an entry
          </Link>{' '}
          or{' '}
          <Link to="/p/$projectId/blog" params={{ projectId }} search={{ new: true }}>
            a blog article
          </Link>
          .
        </EmptyState>
      ) : (
        <ItemList items={recent.map(toItem)} when={({ updatedAt }) => <Time value={updatedAt} />} />
      )}
    </Section>
  );
}
