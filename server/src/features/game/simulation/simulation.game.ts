import { randomUUID } from 'node:crypto'
import {
  BRIDGE_HEARTBEAT_MS,
  BRIDGE_NAMESPACE,
  BRIDGE_PROTOCOL,
  createPositionEncoder,
  REALTIME_PATH,
  type BridgeToPortal,
  type PortalToBridge,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { io, type Socket } from 'socket.io-client'
import { createWorld, type SimulatedMember } from './simulation.world.ts'

const STEP_MS = 1000
const RESOURCE = 'simulated'

type Options = {
  readonly url: string
  readonly key: string
  readonly version: string
  readonly members: readonly SimulatedMember[]
  readonly log: FastifyBaseLogger
}
export type SimulatedGame = { readonly stop: () => void }

/** A game server that speaks to the portal as every bridge does, with a limited key. */
export function startSimulatedGame({ url, key, version, members, log }: Options): SimulatedGame {
  const startedAt = Date.now()
  const world = createWorld(members, startedAt)
  const socket: Socket<PortalToBridge, BridgeToPortal> = io(`${url}${BRIDGE_NAMESPACE}`, {
    path: REALTIME_PATH,
    auth: { apiKey: key, protocol: BRIDGE_PROTOCOL },
    transports: ['websocket'],
    forceNew: true,
  })
  let encoder = createPositionEncoder()
  let needsKey = true
  let isGreeted = false
  const { players } = world
  const limits = { players: players.length, maxPlayers: players.length }

  socket.on('connect', () => {
    const hello = {
      protocol: BRIDGE_PROTOCOL,
      version,
      resource: RESOURCE,
      maxPlayers: players.length,
      players: [...players],
      whitelist: null,
      knows: [],
    }
    socket.emit('hello', hello, (answer) => {
      if (!answer.ok) return log.warn({ code: answer.code }, 'the simulated game was refused')
      world.greeted(answer.units, answer.calls)
      encoder = createPositionEncoder()
      needsKey = true
      isGreeted = true
    })
  })
  socket.on('disconnect', () => void (isGreeted = false))
  socket.on('unit', world.unitChanged)
  socket.on('call.assigned', ({ steam, call }) => world.assigned(steam, call))
  socket.on('call.changed', ({ call }) => world.callChanged(call))
  socket.on('call.cleared', ({ callId }) => world.callCleared(callId))
  // Nobody connects to it: that it has the list is all that the portal wants to know.
  socket.on('whitelist', ({ environment, version: stand }, reply) => reply({ environment, version: stand }))
  socket.on('whitelist.changed', ({ environment, version: stand }, reply) => reply({ environment, version: stand }))
  socket.on('positions.key', () => void (needsKey = true))
  socket.on('ended', () => void socket.disconnect())

  const stepping = setInterval(() => {
    if (!isGreeted) return
    const now = Date.now()
    const { positions, events } = world.step(now)
    const delta = encoder.delta(positions, now)
    socket.emit('positions', needsKey ? encoder.key() : delta)
    needsKey = false
    for (const { kind, player, payload } of events) {
      const event = { id: randomUUID(), at: new Date(now).toISOString(), kind, player, payload }
      socket.emit('event', event, (answer) => {
        if (!answer.ok) return log.debug({ kind, code: answer.code }, 'the portal refused what a simulated player did')
        if (kind === 'call-911' && answer.result.callId !== undefined) world.callOpened(answer.result.callId)
      })
    }
  }, STEP_MS)
  const beating = setInterval(() => {
    if (isGreeted) socket.emit('heartbeat', { ...limits, uptimeSeconds: (Date.now() - startedAt) / 1000, queued: 0 }, () => undefined)
  }, BRIDGE_HEARTBEAT_MS)
  return {
    stop: () => {
      clearInterval(stepping)
      clearInterval(beating)
      socket.disconnect()
    },
  }
}
