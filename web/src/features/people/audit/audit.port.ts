export { AuditTrail, RecentAudit } from './AuditTrail.tsx'
