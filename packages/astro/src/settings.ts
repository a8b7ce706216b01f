/** The URL of the service and the secret key of the site. */
export interface Settings {
  baseUrl: string;
  key: string;
}

const descriptions = {
  GALLEY_URL: 'the URL of the service, such as https://content.example.com',
  GALLEY_KEY: 'a secret key of the project, sk_...',
};

/** @throws Error that names the missing variable */
export function settings(environment: NodeJS.ProcessEnv = process.env): Settings {
  return {
    baseUrl: requireVariable(environment, 'GALLEY_URL'),
    key: requireVariable(environment, 'GALLEY_KEY'),
  };
}

function requireVariable(environment: NodeJS.ProcessEnv, name: keyof typeof descriptions): string {
  const value = environment[name];
  if (value !== undefined && value !== '') return value;
  throw new Error(`The environment variable ${name} is missing. Set it to ${descriptions[name]}.`);
}
