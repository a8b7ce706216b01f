/** If `GALLEY_SELF_URL` is set, purges pages whose content changed between the build and the start of the server. */
export { register } from 'galley-next/catch-up';
