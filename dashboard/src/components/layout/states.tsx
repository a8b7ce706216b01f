import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../../api/errors/api-error.ts';
import { Button } from '../base/button.tsx';
import './states.css';

interface EmptyStateProps {
  icon?: LucideIcon | undefined;
  title: string;
  /** The state is the whole screen, so that its title is the heading of the page. */
  isScreen?: boolean;
  /** What the list is for and what to do next. */
  children?: ReactNode;
  action?: ReactNode;
}

/** An empty list or screen, with the first step. */
export function EmptyState({ icon: Icon, title, isScreen = false, children, action }: EmptyStateProps) {
  const Title = isScreen ? 'h1' : 'h2';
  return (
    <div className="state">
      {Icon ? <Icon size={24} aria-hidden strokeWidth={1.5} /> : null}
      <Title>{title}</Title>
      {children === undefined ? null : <div className="state-text">{children}</div>}
      {action}
    </div>
  );
}

/** Shows why something could not be loaded, with a retry button. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className="state state-error" role="alert">
      <CircleAlert size={24} aria-hidden strokeWidth={1.5} />
      <h2>This could not be loaded</h2>
      <p className="state-text">{messageOf(error)}</p>
      {onRetry === undefined ? null : <Button onClick={onRetry}>Try again</Button>}
      {requestId === null ? null : <p className="state-id">Request {requestId}</p>}
    </div>
  );
}

/** What is shown does not exist. */
export function NotFound({ isScreen = false, children }: Pick<EmptyStateProps, 'isScreen' | 'children'>) {
  return (
    <EmptyState
      isScreen={isScreen}
      title="Not found"
      action={<Button onClick={() => window.history.back()}>Go back</Button>}
    >
      It may have been deleted, or the link is wrong.
      {children}
    </EmptyState>
  );
}

/** Gray placeholder lines of about the height of the content, so that the layout does not jump. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className="loading-row" aria-hidden />
      ))}
    </div>
  );
}

interface QueryViewProps<T> {
  query: Pick<UseQueryResult<T>, 'isError' | 'error'> & { data: T | undefined; refetch: () => unknown };
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows a query's data, or its loading or error state. */
export function QueryView<T>({ query, loading, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return loading ?? <Loading />;
}
