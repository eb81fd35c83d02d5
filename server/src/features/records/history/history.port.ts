export { actingSupervisor, actingUnit, type ActingUnit } from './history.unit.ts'
export { emitOwn } from './history.owners.ts'
export { assertAlive, characterPath, findOwner, lockOwners, noSuchOwn, ownCharacter, type Owner } from './history.owners.ts'
export { countEvents, eventsOf, writeEvent } from './history.repo.ts'
