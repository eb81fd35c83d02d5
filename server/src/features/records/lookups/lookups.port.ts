export type { PlateRead, PlateReads } from './lookups.plates.ts'
export type { Purpose } from './lookups.repo.ts'
export type { FindLooker, LookupService } from './lookups.service.ts'
export type { AlertSubjects, AlertViewer } from './lookups.warrants.ts'
