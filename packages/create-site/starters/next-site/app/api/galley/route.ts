import { revalidateRoute } from 'galley-next/routes';

/** Receives purges from Galley. Pages with changed content are rendered again on their next request. */
export const POST = revalidateRoute();
