import { exitPreviewRoute } from 'galley-next/routes';

export const GET = exitPreviewRoute();
export const POST = exitPreviewRoute();
