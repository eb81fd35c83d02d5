export { AuditTrail, RecentAudit } from './AuditEntries.tsx'
