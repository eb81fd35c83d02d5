export type { PlateRead, PlateReads } from './lookups.plates.ts'
