export type { UnitService } from './units.service.ts'
