import type { Identifiers } from '@tenfour/contract'
import { actorInGame, type Actor } from '../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Presence } from '../../patrols/presence/presence.port.ts'
import { accountOfPlayer, matchPlayers } from '../../people/players/players.port.ts'
import type { RecordPlayer } from '../../records/history/history.port.ts'
import { createLimitedKeys } from '../servers/servers.port.ts'
import type { Link } from './bridge.gateway.ts'
import type { Players } from './bridge.players.ts'

type Options = {
  readonly db: Db
  readonly players: Pick<Players, 'isPlaying'>
  readonly presence: Pick<Presence, 'wasConnected'>
}
/** A message that a game server sends in the name of a player, and how long ago it was created. */
export type Spoken = {
  readonly message: string
  readonly secondsAgo?: number | undefined
  readonly requestId?: string
  /** Resolves once the messages before it are handled, so that players who joined before are known. */
  readonly isInTurn?: boolean
}
/** The member, or the reason why the game server may not act for one. */
export type Speaker = { readonly actor: Actor; readonly whyNot: null } | { readonly actor: null; readonly whyNot: string }
/** The player of a record that is handed in, or the reason why it is refused. */
export type Recorded = { readonly player: RecordPlayer; readonly whyNot: null } | { readonly player: null; readonly whyNot: string }
export type Speakers = ReturnType<typeof createSpeakers>

const NOT_LINKED = 'No account of the portal is known to be yours: link the game in your account settings'
const NOT_CONNECTED = 'This game server had not reported you as connected'
const LIMITED = 'The key of this game server can not act for members with roles, permissions or capabilities: an admin has to renew it'

/**
 * A game server may act only for players whom it had reported as connected, and with a limited key only for members without roles,
 * permissions or capabilities.
 */
export function createSpeakers({ db, players, presence }: Options) {
  const limitedKeys = createLimitedKeys(db)

  /** The message that a player joined may still be in the queue. */
  const orOnceSettled = async (link: Link, isTrue: () => boolean | Promise<boolean>): Promise<boolean> => {
    if (await isTrue()) return true
    await link.settled()
    return isTrue()
  }
  const isConnected = (link: Link, identifiers: Identifiers): Promise<boolean> =>
    orOnceSettled(link, () => players.isPlaying(link.serverId, identifiers))

  const wasConnected = (link: Link, identifiers: Identifiers, userId: number, { secondsAgo = 0, isInTurn }: Spoken): Promise<boolean> => {
    const wasThere = async () =>
      players.isPlaying(link.serverId, identifiers, secondsAgo) || (await presence.wasConnected(link.serverId, userId, secondsAgo))
    return isInTurn ? wasThere() : orOnceSettled(link, wasThere)
  }

  const speakerFor = async (link: Link, identifiers: Identifiers, spoken: Spoken): Promise<Speaker> => {
    const userId = await accountOfPlayer(db, identifiers, link.isSimulated)
    const loaded = userId === undefined ? undefined : await loadCurrentUser(db, userId)
    if (!loaded) return { actor: null, whyNot: NOT_LINKED }
    const { user } = loaded
    // A question is never queued by the bridge, so the player must be connected now.
    const isKnown =
      spoken.secondsAgo === undefined ? await isConnected(link, identifiers) : await wasConnected(link, identifiers, user.userId, spoken)
    if (!isKnown) return { actor: null, whyNot: NOT_CONNECTED }
    if (await limitedKeys.refuses(link.keyId, user, spoken.message)) return { actor: null, whyNot: LIMITED }
    const requestId = spoken.requestId ?? link.origin.requestId
    return { actor: actorInGame(user, { ...link, origin: { ...link.origin, requestId } }), whyNot: null }
  }

  return {
    isConnected,
    notConnected: NOT_CONNECTED,
    speakerFor,
    isLimited: limitedKeys.isLimited,
    /** Records are handed in for players without an account too: these have no owner yet. */
    recordedFor: async (link: Link, identifiers: Identifiers, spoken: Spoken): Promise<Recorded> => {
      const [match] = await matchPlayers(db, [identifiers], link.isSimulated)
      if (!match) {
        if (link.isSimulated) return { player: null, whyNot: NOT_LINKED }
        // A message that waited while the portal was away may be about a player who has left since.
        const isKnown = (spoken.secondsAgo ?? 0) > 0 || (await isConnected(link, identifiers))
        return isKnown ? { player: { userId: null, isProved: false, identifiers }, whyNot: null } : { player: null, whyNot: NOT_CONNECTED }
      }
      const { actor, whyNot } = await speakerFor(link, identifiers, spoken)
      return actor ? { player: { userId: actor.userId, isProved: match.isProved, identifiers }, whyNot } : { player: null, whyNot }
    },
  }
}

export const notSpokenFor = (whyNot: string | null) => new AppError('forbidden', whyNot ?? NOT_LINKED)
