/** The URL of the service and the secret key of the site. Only for servers. */
export interface Settings {
  url: string;
  key: string;
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** @throws Error that names the missing variable */
export function settingsFrom(env: Variables): Settings {
  return {
    url: requireVariable(
      env,
      'GALLEY_URL',
      'the URL of the service, such as https://content.example.com',
    ).replace(/\/+$/, ''),
    key: requireVariable(env, 'GALLEY_KEY', 'a secret key of the project, sk_...'),
  };
}

/** The trimmed value of a variable. @throws Error with the description if it is missing or empty */
export function requireVariable(env: Variables, name: string, description: string): string {
  const value = env[name]?.trim() ?? '';
  if (value === '') throw new Error(`The environment variable ${name} is missing. Set it to ${description}.`);
  return value;
}
