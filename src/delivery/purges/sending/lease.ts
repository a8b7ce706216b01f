/** The process that holds this lease queues the batches. */
export const batcherLease = 'purges';
