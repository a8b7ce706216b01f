import { useProject } from '../../api/project.ts';
import { Page, Section } from '../../components/page.tsx';
import { EmptyState, Loading } from '../../components/states.tsx';
import { exactTime, Time } from '../../components/time.tsx';
import { FailingWebhooks } from './failing-webhooks.tsx';
import { FirstSteps } from './first-steps.tsx';
import { ItemList } from './item-list.tsx';
import { useItems } from './recent.ts';
import { StaleArticles } from './stale-articles.tsx';
import './home.css';

export function HomeScreen() {
  const { name, role } = useProject();
  return (
    <Page title={name}>
      <div className="home-grid">
        <div className="home-column">
          <RecentlyEdited />
          <FirstSteps />
        </div>
        <div className="home-column">
          <ComingUp />
          {role === 'owner' ? <FailingWebhooks /> : null}
          <StaleArticles />
        </div>
      </div>
    </Page>
  );
}

function RecentlyEdited() {
  const items = useItems({ sort: '-updated_at', limit: 8 });
  const latest = items?.sort((one, two) => two.updatedAt.localeCompare(one.updatedAt)).slice(0, 10);
  return (
    <Section title="Recently edited">
      {latest === undefined ? (
        <Loading rows={10} />
      ) : latest.length === 0 ? (
        <EmptyState title="No content yet">Create a content type or a blog article.</EmptyState>
      ) : (
        <ItemList items={latest} when={({ updatedAt }) => <Time value={updatedAt} />} />
      )}
    </Section>
  );
}

function ComingUp() {
  const items = useItems({ status: 'scheduled', limit: 5 });
  const next = items
    ?.filter(({ scheduledFor }) => scheduledFor !== null)
    .sort((one, two) => (one.scheduledFor ?? '').localeCompare(two.scheduledFor ?? ''))
    .slice(0, 5);
  return (
    <Section title="Coming up">
      {next === undefined ? (
        <Loading rows={2} />
      ) : next.length === 0 ? (
        <p className="muted">Nothing is scheduled.</p>
      ) : (
        <ItemList
          items={next}
          showsState={false}
          when={({ scheduledFor }) => exactTime(new Date(scheduledFor ?? ''))}
        />
      )}
    </Section>
  );
}
