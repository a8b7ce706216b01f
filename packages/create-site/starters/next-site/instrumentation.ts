/** Tells the site what changed between its build and its start, where `GALLEY_SELF_URL` says that it hosts itself. */
export { register } from 'galley-next/catch-up';
