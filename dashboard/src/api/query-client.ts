import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem.ts';

/** Answers are shown at once from memory and asked for again behind; refusals are final, silence is not. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => failures < 2 && !(error instanceof ApiProblem && error.status < 500),
      },
      mutations: { retry: false },
    },
  });
}
