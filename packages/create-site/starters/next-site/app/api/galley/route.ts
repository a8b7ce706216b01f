import { revalidateRoute } from 'galley-next/routes';

/** Takes what the purge target of the project sends; pages that show what changed are made anew when they are asked for. */
export const POST = revalidateRoute();
