import { getRouteApi } from '@tanstack/react-router';
import { ThumbsDown, ThumbsUp, Vote } from 'lucide-react';
import type { KbVotesList } from '../../../../src/modules/kb/editor/schema.ts';
import { useChosenLocale } from '../../api/locales.ts';
import { useProjectPages } from '../../api/pages.ts';
import { counted } from '../../components/base/counted.ts';
import { Choice } from '../../components/list/choice.tsx';
import type { Column } from '../../components/list/data-table.tsx';
import { PagedTable } from '../../components/list/paged-table.tsx';
import { EmptyState } from '../../components/layout/states.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { ListLocaleMenu } from '../../features/locales/locale-menu.tsx';
import { KbPage } from './frame.tsx';
import { StateBadge } from './state-badges.tsx';
import { ArticleTitle } from './article-title.tsx';

type ArticleVotes = KbVotesList['data'][number];

const route = getRouteApi('/p/$projectId/kb/votes');

const orders = [
  { value: 'worst', label: 'Worst first' },
  { value: 'best', label: 'Best first' },
  { value: 'most', label: 'Most votes' },
] as const;

const columns: readonly Column<ArticleVotes>[] = [
  {
    key: 'title',
    title: 'Title',
    width: '32%',
    cell: (article) => (
      <strong className="kb-title">
        <ArticleTitle article={article} />
      </strong>
    ),
  },
  {
    key: 'place',
    title: 'Location',
    cell: ({ collection, section }) =>
      section === null ? collection.title : `${collection.title} › ${section.title}`,
  },
  {
    key: 'state',
    title: 'Status',
    width: '130px',
    cell: (article) => <StateBadge article={article} />,
  },
  { key: 'votes', title: 'Helpful or not', width: '260px', cell: (article) => <VoteBar article={article} /> },
];

/** The votes of readers on articles. A bad share weighs more with many votes than with few. */
export function KbVotesScreen() {
  const { sort = 'worst', votes } = route.useSearch();
  const locale = useChosenLocale();
  const isOfAll = votes === 'all';
  const go = route.useNavigate();
  const { projectId } = route.useParams();
  const list = useProjectPages<ArticleVotes>('kb', '/kb/votes', {
    // A request without a locale counts the votes of all.
    query: { sort, limit: 100, ...(locale === null || isOfAll ? {} : { locale: locale.code }) },
    refetchMs: 20_000, // the change log does not report votes
  });
  return (
    <KbPage
      intro="Readers’ answers to “Was this helpful?”. Ranked by the number and share of “no” votes."
      actions={isOfAll ? null : <ListLocaleMenu />}
    >
      <div className="list-tools">
        <Tabs
          label="Order"
          tabs={orders}
          value={orders.find(({ value }) => value === sort)?.value ?? 'worst'}
          onChange={(value) =>
            void go({
              search: (before) => ({ ...before, sort: value === 'worst' ? undefined : value }),
              replace: true,
            })
          }
        />
        {locale === null ? null : (
          <Choice
            label="Votes"
            value={votes}
            choices={[
              ['', `Votes in ${locale.name}`],
              ['all', 'Votes in all languages'],
            ]}
            onChange={(value) =>
              void go({
                search: (before) => ({ ...before, votes: value === 'all' ? value : undefined }),
                replace: true,
              })
            }
          />
        )}
      </div>
      <PagedTable
        label="Votes"
        pages={list}
        empty={
          <EmptyState
            icon={Vote}
            title={locale === null || isOfAll ? 'No votes yet' : `No votes in ${locale.name} yet`}
          >
            Ask readers below an article, and send their answer to{' '}
            <code>POST /v1/kb/articles/&#123;slug&#125;/vote</code>; a publishable key may do that.
          </EmptyState>
        }
        columns={columns}
        linkTo={({ id: articleId }) => ({
          to: '/p/$projectId/kb/articles/$articleId',
          params: { projectId, articleId },
        })}
      />
    </KbPage>
  );
}

function VoteBar({ article: { helpful_count: up, not_helpful_count: down } }: { article: ArticleVotes }) {
  const share = (up / (up + down)) * 100;
  return (
    <span className="vote" title={`${counted(up, 'helpful vote')}, ${counted(down, 'vote')} against`}>
      <span className="vote-up">
        <ThumbsUp size={13} aria-hidden />
        <span className="visually-hidden">Helpful: </span>
        {up}
      </span>
      <span className="vote-bar" aria-hidden>
        <span style={{ width: `${share}%` }} />
      </span>
      <span className="vote-down">
        <span className="visually-hidden">Not helpful: </span>
        {down}
        <ThumbsDown size={13} aria-hidden />
      </span>
    </span>
  );
}
