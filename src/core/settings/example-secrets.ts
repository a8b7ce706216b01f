/**
 * Secrets that installations come to by following what this repository or a storage's own guide shows, by the variable
 * that they were set with. A person who has them can sign preview tokens, open what is sealed, and send or remove
 * files.
 */
const exampleSecrets: Readonly<Record<'APP_SECRET' | 'S3_SECRET_KEY', readonly string[]>> = {
  APP_SECRET: [
    'only for trying out, on this machine alone', // docker-compose.yml
  ],
  S3_SECRET_KEY: [
    'only-for-trying-out', // docker-compose.yml
    'minioadmin', // what MinIO takes when nothing is set
  ],
};

/** The variable that holds an example's value, or null. */
export function exampleSecretIn(
  config: Readonly<Record<keyof typeof exampleSecrets, string>>,
): keyof typeof exampleSecrets | null {
  if (exampleSecrets.APP_SECRET.includes(config.APP_SECRET)) return 'APP_SECRET';
  return exampleSecrets.S3_SECRET_KEY.includes(config.S3_SECRET_KEY) ? 'S3_SECRET_KEY' : null;
}

/** Whether an address leads to the machine that asks, so that no other person can follow it. */
export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
