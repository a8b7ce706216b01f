export { type Edit, editAttributes, type Editable, type EditAttributes } from './preview/attributes.ts';
export { connectPreview, type PreviewOptions } from './preview/connection.ts';
