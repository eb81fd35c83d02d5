export type { PlateRead, PlateReads } from './records/lookups.plates.ts'
export type { Purpose } from './lookups.repo.ts'
export type { FindLooker, LookupService } from './lookups.service.ts'
export type { AlertSubjects, AlertViewer } from './records/lookups.warrants.ts'
