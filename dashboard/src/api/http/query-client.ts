import { QueryClient } from '@tanstack/react-query';
import { forgetLeft, mayAsk } from './leaving.ts';
import { ApiProblem } from '../errors/problem.ts';

/** Answers are shown at once from memory and asked for again behind; refusals are final, silence is not. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        enabled: mayAsk,
        staleTime: 10_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => failures < 2 && !(error instanceof ApiProblem && error.status < 500),
      },
      mutations: { retry: false },
    },
  });
  forgetLeft(client);
  return client;
}
