/** Returns what is wrong with an issuer URL, as the end of "The variable X ...", or null. */
export function issuerUrlError(value: string, isProduction: boolean): string | null {
  const example = 'Copy `issuer` from the discovery document of the issuer: https://login.example.com';
  if (/[{<]/.test(value)) return `still has a placeholder. ${example}`;
  if (!URL.canParse(value)) return `must be a URL. ${example}`;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '' || /[?#]/.test(value))
    return `must have neither a user, a query nor a fragment. ${example}`;
  if (protocol === 'https:') return null;
  if (protocol === 'http:' && !isProduction && isLoopback(hostname)) return null;
  return `must begin with https://. Only an issuer on this machine can have http, and only in development.`;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
