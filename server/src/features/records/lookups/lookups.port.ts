export type { PlateRead, PlateReads } from './lookups.plates.ts'
export type { LookupService } from './lookups.service.ts'
