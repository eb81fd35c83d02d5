export { actingUnit, type ActingUnit } from './history.unit.ts'
export { emitOwn, ownStream } from './history.own.ts'
export { eventsOf, writeEvent, type NewEvent } from './history.repo.ts'
