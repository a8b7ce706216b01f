export { clientPackage, previewScript } from './client-package/service.ts';
export { introspectionFeature } from './feature.ts';
export { noPage } from './pages/no-page.ts';
export { docsPages } from './pages/service.ts';
export { describeAsTypes } from './service.ts';
