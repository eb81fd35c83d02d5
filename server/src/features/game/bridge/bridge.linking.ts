import type { Identifiers } from '@tenfour/contract'
import { AppError } from '../../../platform/errors.ts'
import type { PlayerCodes } from '../../people/players/players.port.ts'
import type { createLimitedKeys } from '../servers/servers.port.ts'
import { notSpokenFor, type Speakers } from './bridge.actor.ts'
import type { Handlers, Link } from './bridge.gateway.ts'

type Options = {
  readonly codes: Pick<PlayerCodes, 'type' | 'answerInGame'>
  readonly speakers: Pick<Speakers, 'isConnected' | 'notConnected'>
  readonly limitedKeys: Pick<ReturnType<typeof createLimitedKeys>, 'isLimited'>
}

/** Players who type the code of a member: only of those whom the server has reported, and never through a limited key. */
export function createLinkHandlers({ codes, speakers, limitedKeys }: Options): Pick<Handlers, 'link.code' | 'link.answer'> {
  const mayLink = async (link: Link, identifiers: Identifiers): Promise<void> => {
    if (link.isSimulated || (await limitedKeys.isLimited(link.keyId)))
      throw new AppError('forbidden', 'The key of this game server can not link players: an admin has to renew it')
    if (!(await speakers.isConnected(link, identifiers))) throw notSpokenFor(speakers.notConnected)
  }
  return {
    'link.code': async (link, { code, ...player }) => {
      await mayLink(link, player.identifiers)
      return codes.type(link.serverId, player, code)
    },
    'link.answer': async (link, { identifiers, isOwn }) => {
      await mayLink(link, identifiers)
      return codes.answerInGame(link.serverId, identifiers, isOwn, { requestId: link.origin.requestId })
    },
  }
}
