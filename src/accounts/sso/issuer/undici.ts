// Loaded when an issuer is first asked. The names of a CommonJS package survive bundling only in a static import.
export { EnvHttpProxyAgent, fetch } from 'undici';
