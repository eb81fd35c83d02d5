import type { GamePlayer } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { whoIsBarred } from '../../people/barred/barred.port.ts'
import type { Link } from './bridge.gateway.ts'

const REASON = 'You may not join this server: ask the staff of the community'

/**
 * Sends away players who may not return, whichever account they play with. Bridges that predate `player.barred` are told the Steam hex, so that a
 * player without one stays there.
 */
export function createDoor({ db, log }: { readonly db: Db; readonly log: FastifyBaseLogger }) {
  const turnAway = async (link: Link, players: readonly GamePlayer[]): Promise<void> => {
    const known = players.map((player) => {
      const { steam, license, license2, discord } = player.identifiers
      return { player, steamId: steam, license, license2, discordId: discord }
    })
    for (const { player, steamId } of await whoIsBarred(db, known)) {
      const { source, identifiers } = player
      link.tell('player.barred', { source, identifiers, reason: REASON })
      if (steamId) link.tell('kick', { steam: steamId, reason: REASON })
    }
  }
  return {
    /** Runs in the background, because the game waits for the answer to its message. */
    check: (link: Link, players: readonly GamePlayer[]): void => {
      turnAway(link, players).catch((error: unknown) =>
        log.error({ err: error }, 'players could not be checked against those who may not return'),
      )
    },
  }
}
