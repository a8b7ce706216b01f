/** The name of the lease; who holds it makes the batches. */
export const batcherLease = 'purges';
