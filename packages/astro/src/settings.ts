/** Where the service is, and with which secret key this server reads. */
export interface Settings {
  baseUrl: string;
  key: string;
}

/** @throws Error that names the variable which is missing */
export function settings(environment: NodeJS.ProcessEnv = process.env): Settings {
  return { baseUrl: needed(environment, 'GALLEY_URL'), key: needed(environment, 'GALLEY_KEY') };
}

export function needed(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (value !== undefined && value !== '') return value;
  throw new Error(`${name} is missing in the environment. README.md of galley-astro says what it holds.`);
}
