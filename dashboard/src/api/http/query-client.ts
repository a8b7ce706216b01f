import { QueryClient } from '@tanstack/react-query';
import { dropDeletedQueries, isFetchAllowed } from './deleted-queries.ts';
import { ApiError } from '../errors/api-error.ts';

/** Answers are shown at once from memory and asked for again behind; refusals are final, silence is not. */
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
