export { accountOfPlayer, identifiersOfAccount, matchPlayers, type PlayerMatch } from './players.repo.ts'
export type { PlayerCodes } from './players.codes.ts'
export type { Players } from './players.service.ts'
