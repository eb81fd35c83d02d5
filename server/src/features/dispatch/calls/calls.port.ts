export type { CallDispatch } from './calls.dispatch.service.ts'
export type { GameCalls } from './calls.game.ts'
export { callTypeByCode } from './calls.repo.ts'
export type { CallService } from './calls.service.ts'
