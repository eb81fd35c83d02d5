export { actingUnit, type ActingUnit } from './history.unit.ts'
export { lockOwner } from './history.lock.ts'
export { emitOwn, ownStream } from './history.own.ts'
export { countEvents, eventsOf, writeEvent, type NewEvent } from './history.repo.ts'
