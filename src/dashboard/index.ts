export { dashboardApiFeature } from './api/feature.ts';
export { admitPreview } from './api/preview.ts';
export { admitMember } from './api/service.ts';
export { changeSettings, readSettings } from './api/settings.ts';
export { bulkFeature } from './bulk/feature.ts';
export { presenceFeature } from './presence/feature.ts';
export { dashboardSite } from './site/service.ts';
export { buildPendingPage } from './site/waiting-page.ts';
export { viewsFeature } from './views/feature.ts';
