/** Where the service is, and the secret key with which the site reads. Servers alone have them. */
export interface Settings {
  url: string;
  key: string;
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** @throws an Error that names the variable which is missing */
export function settingsFrom(env: Variables): Settings {
  return {
    url: needed(env, 'GALLEY_URL', 'where the service is, as https://content.example.com').replace(
      /\/+$/,
      '',
    ),
    key: needed(env, 'GALLEY_KEY', 'a secret key of the project, sk_...'),
  };
}

/** @throws an Error that says what the variable holds */
export function needed(env: Variables, name: string, holds: string): string {
  const value = env[name]?.trim() ?? '';
  if (value === '') throw new Error(`galley-next needs ${name} in the environment: ${holds}.`);
  return value;
}
