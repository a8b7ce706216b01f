import { QueryClient } from '@tanstack/react-query';
import { dropDeletedQueries, isFetchAllowed } from './deleted-queries.ts';
import { ApiError } from '../errors/api-error.ts';

/** Shows cached data while it refetches. Retries network and server errors, but not rejected requests. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        enabled: isFetchAllowed,
        staleTime: 10_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
      },
      mutations: { retry: false },
    },
  });
  dropDeletedQueries(client);
  return client;
}
