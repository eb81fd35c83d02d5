export { clearLookups, openRecord, recordDesk } from './desk.ts'
export { aboutOf } from './record-desk.ts'
export { followWarrantAlerts } from './alerts/warrant-alerts.ts'
export { ActHost, WarrantFollower } from './LookupHost.tsx'
