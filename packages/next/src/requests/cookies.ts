/** The cookie with the preview token. */
export const tokenCookie = 'galley_preview';

/** The cookie with the origin of the dashboard, which may show the preview in a frame. */
export const dashboardCookie = 'galley_dashboard';
