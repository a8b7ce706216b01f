export { type AuditWriter, storeAudit } from './store.ts';
export { type ActingOutside, type SystemInside, transactSystem } from './system-writes.ts';
