import type { Where } from './board.repo.ts'

const MOST = 10_000

/**
 * Which board a unit or call was last seen on. A guess, to have those wait for each other who would wait anyway: which boards an action is on
 * is decided when they are locked.
 */
export function createWhereabouts() {
  const known = new Map<string, number>()
  const keyOf = (where: Where): string | undefined =>
    'userId' in where ? `user:${where.userId}` : 'callId' in where ? `call:${where.callId}` : undefined

  return {
    learn: (where: Where, serverIds: readonly number[]): void => {
      const key = keyOf(where)
      const [serverId] = serverIds
      if (key === undefined || serverId === undefined || known.get(key) === serverId) return
      if (known.size >= MOST) known.clear()
      known.set(key, serverId)
    },
    guess: (where: Where): number | undefined => {
      const key = keyOf(where)
      if (key !== undefined) return known.get(key)
      return 'serverIds' in where && where.serverIds !== 'every' && where.serverIds.length === 1 ? where.serverIds[0] : undefined
    },
  }
}
