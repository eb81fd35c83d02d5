import type { Arguments } from './arguments.ts'
import type { Penalties } from './penalties.ts'
import { steamOf } from './players.ts'

/** Exports about fines and jail. */
export const penaltyExports = ({ penalties, args }: { penalties: Penalties; args: Arguments }) => ({
  /** Messages that no script has marked as done, oldest first: of a player, or of everyone with 0. */
  getPenalties: (who: unknown) => {
    const source = args.playerOrNone('getPenalties', who)
    if (source === null) return penalties.list()
    const steam = steamOf(source)
    return steam === undefined ? [] : penalties.list(steam)
  },
  /** Whether it was waiting; false if it is unknown or was marked before. */
  penaltyDone: (messageId: unknown) => {
    const id = typeof messageId === 'string' ? Number(messageId) : messageId
    if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw new Error('penaltyDone: the argument is the messageId of a penalty')
    return penalties.done(id)
  },
})
