import { mapGroupFor, MapRequest, MESSAGES, TrailRequest, type ErrorCode, type MapGroup } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import type { CallerLimits } from '../../../platform/http/caller-limits.ts'
import { MAX_ROOMS_PER_SOCKET } from '../../../platform/limits/limits.ts'
import type { PortalSocket } from '../../../platform/realtime/portal-socket.ts'
import type { SocketExtension } from '../../../platform/realtime/realtime.ts'
import type { Positions } from './positions.hub.ts'
import type { Viewers } from './positions.viewers.ts'

/** Largest id the integer column can hold. */
const MAX_ID = 2_147_483_647

type Refused = { ok: false; code: ErrorCode; message: string }

type Options = {
  readonly positions: Positions
  readonly viewers: Viewers
  readonly callerLimits: CallerLimits
  /** Whether the server exists, retired or not. */
  readonly isServer: (serverId: number) => Promise<boolean>
  readonly log: FastifyBaseLogger
}

/** Lets portal users follow positions: their rights decide whom they see, and losing them ends it at once. */
export function followPositions({ positions, viewers, callerLimits, isServer, log }: Options): SocketExtension {
  const allowed = (socket: PortalSocket, serverId: number): MapGroup => orForbidden(mapGroupFor(socket.data.actor.subject, serverId))
  const current = (socket: PortalSocket, serverId: number): MapGroup => orForbidden(viewers.groupsOf(socket).get(serverId))

  const join = async (socket: PortalSocket, serverId: number) => {
    const first = allowed(socket, serverId)
    const followed = viewers.groupsOf(socket)
    if (!followed.has(serverId) && followed.size >= MAX_ROOMS_PER_SOCKET) {
      throw new AppError('too_many_attempts', `At most ${MAX_ROOMS_PER_SOCKET} maps at once: leave one first`)
    }
    // Checked before storing anything: users with access to all servers could send any number.
    if (!(await isServer(serverId))) throw new AppError('not_found', 'There is no such server', 'serverId')
    await positions.join(serverId, first)
    if (!socket.connected) throw new AppError('unavailable', 'The connection is closed')
    // Checked again: their rights may have changed meanwhile.
    const group = allowed(socket, serverId)
    // No await between here and the answer, so that no frame is missed.
    const state = positions.state(serverId, group)
    viewers.join(socket, serverId, group)
    return { ok: true as const, group, ...state, now: Date.now() }
  }

  const refused = (error: unknown): Refused => {
    if (error instanceof AppError) return { ok: false, code: error.code, message: error.message }
    log.error({ err: error }, 'positions on a server could not be joined')
    return { ok: false, code: 'internal', message: MESSAGES.default }
  }
  /** Parses the request and sends the result or a refusal. */
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
