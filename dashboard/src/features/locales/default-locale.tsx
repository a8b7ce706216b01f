import { Navigate } from '@tanstack/react-router';

/** Opens the same screen in the default locale, for a locale that was removed or belongs to another project. */
export function DefaultLocale() {
  return <Navigate to="." search={(before: object) => ({ ...before, locale: undefined })} replace />;
}
