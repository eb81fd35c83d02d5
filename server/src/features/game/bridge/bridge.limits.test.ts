import { randomUUID } from 'node:crypto'
import { createPositionEncoder, MAX_EVENTS_AT_ONCE, type Position } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBridge, gamePlayer, type TestBridge } from '../../../testing/test-bridge.ts'
import { startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())

const players = Array.from({ length: 200 }, (_, index) => gamePlayer(index + 1, { name: `Player ${index + 1} `.padEnd(80, '-') }))
const BACKLOG = 200

/** Like the bridge delivering its queue: the next is sent when one is answered. */
async function deliver(bridge: TestBridge): Promise<string[]> {
  const refused: string[] = []
  let left = BACKLOG
  const one = async () => {
    while (left > 0) {
      left -= 1
      const event = { id: randomUUID(), at: new Date().toISOString(), waitedSeconds: 60, kind: 'plate-read', player: null }
      const answer = await bridge.say('event', { ...event, payload: { plate: `P${left}` } })
      if (!answer.ok) refused.push(answer.code)
    }
  }
  await Promise.all(Array.from({ length: MAX_EVENTS_AT_ONCE }, one))
  return refused
}

test.each([['websocket'], ['polling']])(
  'a game server with 200 players and its events of an outage never reaches a limit, by %s',
  async (transport) => {
    const bridge = await connectBridge(t, { transports: [transport] })
    expect(await bridge.hello({ players, maxPlayers: 200 })).toMatchObject({ ok: true })
    const encoder = createPositionEncoder()
    const present = new Map(players.map(({ source }): [number, Position] => [source, { x: source, y: source, heading: 0 }]))
    bridge.socket.emit('positions', encoder.key())
    const driving = setInterval(() => {
      for (const [source, { x, y }] of present) present.set(source, { x: x + 1, y, heading: 0 })
      bridge.socket.emit('positions', encoder.delta(present, Date.now()))
    }, 250)
    try {
      const rounds = [
        deliver(bridge),
        ...players.map(async ({ source }) => {
          const left = await bridge.say('player.left', { source })
          const joined = await bridge.say('player.joined', gamePlayer(source))
          return left.ok && joined.ok ? [] : [`player ${source}`]
        }),
      ]
      expect((await Promise.all(rounds)).flat()).toEqual([])
      const heartbeat = { players: 200, maxPlayers: 200, uptimeSeconds: 1, queued: 0 }
      expect(await bridge.say('heartbeat', heartbeat)).toMatchObject({ ok: true })
      expect(bridge.socket.connected).toBe(true)
    } finally {
      clearInterval(driving)
      bridge.socket.disconnect()
    }
  },
  120_000,
)

test('a game server that never stops sending is disconnected', async () => {
  const bridge = await connectBridge(t)
  await bridge.hello()
  for (let count = 0; count < 60_000; count += 1) bridge.socket.emit('nothing', {})
  await until('it is cut off', () => !bridge.socket.connected, 20_000)
}, 30_000)
