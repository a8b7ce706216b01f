type Environment = Readonly<Record<string, string | undefined>>;

/** Previous names of variables, by the current name. The next minor version stops accepting them. */
const previousNames: Readonly<Record<string, string>> = {
  EXPENSIVE_READS_AT_ONCE: 'DEAR_READS_AT_ONCE',
  EXPENSIVE_READS_WAITING: 'DEAR_READS_WAITING',
  WEBHOOK_CONCURRENCY_PER_PROJECT: 'WEBHOOK_PLACES_PER_PROJECT',
  WEBHOOK_SLOW_CONCURRENCY: 'WEBHOOK_SLOW_PLACES',
  WEBHOOK_CONCURRENCY: 'WEBHOOK_PLACES',
  BULK_CONCURRENCY: 'BULK_PLACES',
  IDEMPOTENCY_RESPONSE_BYTES: 'KEPT_ANSWER_BYTES',
  RESPONSE_BYTES_IN_FLIGHT_MAX: 'ANSWER_BYTES_IN_FLIGHT_MAX',
  RESPONSE_BYTES_MAX: 'ANSWER_BYTES_MAX',
};

/** The value of a variable, under its previous name if the environment sets only that one; undefined if it is empty. */
export function valueOf(env: Environment, name: string): string | undefined {
  const previous = previousNames[name];
  return env[name] || (previous === undefined ? undefined : env[previous]) || undefined;
}

/** A sentence for each previous name in the environment: what to set in its place. */
export function previousNamesIn(env: Environment): string[] {
  return Object.entries(previousNames).flatMap(([name, previous]) => {
    if (!env[previous]) return [];
    const ignored = env[name] ? ' Its value is ignored, because both are set.' : '';
    return [
      `The variable ${previous} is now named ${name}.${ignored} Rename it: the next minor version ignores ${previous}.`,
    ];
  });
}
