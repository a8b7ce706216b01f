/** The name of the lease; who holds it follows the change stream. */
export const watcherLease = 'watcher';
