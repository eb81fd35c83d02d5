export type { Consequences, SettledReport } from './reports.consequences.ts'
export { writeReportEvent } from './reports.events.ts'
export type { Penalties } from './reports.penalties.ts'
export { emitQueue } from './reports.streams.ts'
