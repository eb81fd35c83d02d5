import { mapGroupFor, MapRequest, MESSAGES, TrailRequest, type ErrorCode, type MapGroup } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import type { CallerLimits } from '../../../platform/http/caller-limits.ts'
import { MAX_ROOMS_PER_SOCKET } from '../../../platform/limits/limits.ts'
import type { PortalSocket, SocketExtension } from '../../../platform/realtime/realtime.ts'
import type { Positions } from './positions.hub.ts'
import type { Viewers } from './positions.viewers.ts'

/** The database has no room for a higher one. */
const MAX_ID = 2_147_483_647

type Refused = { ok: false; code: ErrorCode; message: string }

type Options = {
  readonly positions: Positions
  readonly viewers: Viewers
  readonly callerLimits: CallerLimits
  /** Whether there is such a server, in use or retired. */
  readonly isServer: (serverId: number) => Promise<boolean>
  readonly log: FastifyBaseLogger
}

/** How the people at the portal follow positions: who they are decides whom they see, and they see no more the moment they may not. */
export function followPositions({ positions, viewers, callerLimits, isServer, log }: Options): SocketExtension {
  const allowed = (socket: PortalSocket, serverId: number): MapGroup => orForbidden(mapGroupFor(socket.data.actor.subject, serverId))
  const current = (socket: PortalSocket, serverId: number): MapGroup => orForbidden(viewers.groupsOf(socket).get(serverId))

  const join = async (socket: PortalSocket, serverId: number) => {
    const first = allowed(socket, serverId)
    const followed = viewers.groupsOf(socket)
    if (!followed.has(serverId) && followed.size >= MAX_ROOMS_PER_SOCKET) {
      throw new AppError('too_many_attempts', `At most ${MAX_ROOMS_PER_SOCKET} maps at once: leave one first`)
    }
    // Before anything is kept of it: whoever may look at every server may name any number.
    if (!(await isServer(serverId))) throw new AppError('not_found', 'There is no such server', 'serverId')
    await positions.join(serverId, first)
    if (!socket.connected) throw new AppError('unavailable', 'The connection is closed')
    // Asked again: what they may see can have changed meanwhile.
    const group = allowed(socket, serverId)
    // From here to the answer nothing waits, so that the next frame is the one that follows on it.
    const state = positions.state(serverId, group)
    viewers.join(socket, serverId, group)
    return { ok: true as const, group, ...state, now: Date.now() }
  }

  const refused = (error: unknown): Refused => {
    if (error instanceof AppError) return { ok: false, code: error.code, message: error.message }
    log.error({ err: error }, 'positions could not be followed')
    return { ok: false, code: 'internal', message: MESSAGES.default }
  }
  /** Parses what was asked and answers it, or says why not. */
  const answer = async <T extends typeof MapRequest, R>(
    socket: PortalSocket,
    schema: T,
    request: unknown,
    reply: unknown,
    work: (request: z.output<T>) => Promise<R>,
  ) => {
    if (typeof reply !== 'function') return
    const send = reply as (answer: R | Refused) => void
    const parsed = schema.safeParse(request)
    if (!parsed.success || parsed.data.serverId > MAX_ID)
      return send(refused(new AppError('invalid_input', 'There is no such server', 'serverId')))
    try {
      send(await callerLimits.run(socket.data.actor.userId, () => work(parsed.data)))
    } catch (error) {
      send(refused(error))
    }
  }

  return {
    onConnect: (socket) => {
      socket.on('map.join', (request, reply) => void answer(socket, MapRequest, request, reply, ({ serverId }) => join(socket, serverId)))
      socket.on(
        'map.key',
        (request, reply) =>
          void answer(socket, MapRequest, request, reply, async ({ serverId }) => ({
            ok: true as const,
            keyFrame: positions.state(serverId, current(socket, serverId)).keyFrame,
          })),
      )
      socket.on(
        'map.trails',
        (request, reply) =>
          void answer(socket, TrailRequest, request, reply, async ({ serverId, slots }) => ({
            ok: true as const,
            trails: await positions.trails(serverId, current(socket, serverId), slots),
          })),
      )
      socket.on('map.leave', (request) => {
        const parsed = MapRequest.safeParse(request)
        if (parsed.success) viewers.leave(socket, parsed.data.serverId)
      })
    },

    onRechecked: (socket) => {
      for (const [serverId, group] of viewers.groupsOf(socket)) {
        if (mapGroupFor(socket.data.actor.subject, serverId) === group) continue
        viewers.leave(socket, serverId)
        socket.emit('map.closed', serverId)
      }
    },
  }
}

function orForbidden(group: MapGroup | undefined): MapGroup {
  if (group === undefined) throw new AppError('forbidden', MESSAGES.forbidden)
  return group
}
