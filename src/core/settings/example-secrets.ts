/**
 * Secrets in public examples, of this repository or of MinIO's guide. Someone who knows them can sign preview tokens,
 * decrypt stored keys, and upload or delete files.
 */
const exampleSecrets: Readonly<Record<'APP_SECRET' | 'S3_SECRET_KEY', readonly string[]>> = {
  APP_SECRET: [
    'only for trying out, on this machine alone', // docker-compose.yml
  ],
  S3_SECRET_KEY: [
    'only-for-trying-out', // docker-compose.yml
    'minioadmin', // the default of MinIO
  ],
};

/** The variable whose value is a public example, or null. */
export function exampleSecretIn(
  config: Readonly<Record<keyof typeof exampleSecrets, string>>,
): keyof typeof exampleSecrets | null {
  if (exampleSecrets.APP_SECRET.includes(config.APP_SECRET)) return 'APP_SECRET';
  return exampleSecrets.S3_SECRET_KEY.includes(config.S3_SECRET_KEY) ? 'S3_SECRET_KEY' : null;
}

/** Whether a URL refers to this machine, so that nobody else can reach it. */
export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
