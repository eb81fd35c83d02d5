import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectBridge, issueServerKey, type TestBridge } from '../../../testing/test-bridge.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { fullOr } from '../../../testing/test-length.ts'
import { freePort, makeFolder, readyAt, runPortal } from '../../../testing/test-process.ts'
import { until, untilGiven } from '../../../testing/test-wait.ts'

const EVENTS = 300
const KILLS = fullOr(5, 1)

test(
  'none of three hundred events is lost or applied twice when the portal is killed',
  async () => {
    const database = await createTestDatabase()
    const folder = makeFolder()
    const port = String(await freePort())
    const start = () => runPortal({ PORTAL_DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url, PORT: port })
    let portal = start()
    try {
      const url = await readyAt(portal)
      const key = await issueServerKey(database)
      const events = Array.from({ length: EVENTS }, (_, number) => ({
        id: randomUUID(),
        at: new Date().toISOString(),
        kind: 'call-911',
        player: null,
        payload: { text: `Number ${number}` },
      }))
      let delivered = 0
      let connections = 0
      /** Like the bridge: each is sent once the previous one is answered, and again after a lost connection. */
      const deliver = async (bridge: TestBridge) => {
        await bridge.hello()
        for (; delivered < EVENTS; delivered += 1) {
          const answer = await bridge.say('event', events[delivered])
          if (!answer.ok && !answer.isFinal) return
          expect(answer.ok).toBe(true)
        }
      }
      const delivering = (async () => {
        while (delivered < EVENTS) {
          const connect = () => connectBridge({ db: database.db, url }, { key }).catch(() => undefined)
          const bridge = await untilGiven('a connection', connect, 150_000)
          connections += 1
          const lost = new Promise<void>((gone) => bridge.socket.once('disconnect', () => gone()))
          await Promise.race([deliver(bridge).catch(() => undefined), lost])
          bridge.socket.disconnect()
        }
      })()
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await until('some are delivered', () => delivered >= (EVENTS / (KILLS + 1)) * kill, 60_000)
        portal.child.kill('SIGKILL')
        await portal.ended
        portal = start()
        await readyAt(portal)
      }
      await delivering
      expect(connections).toBeGreaterThan(KILLS)
      const calls = await database.db.selectFrom('calls').select('narrative').orderBy('id').execute()
      expect(calls.map(({ narrative }) => narrative)).toEqual(events.map(({ payload }) => payload.text))
    } finally {
      portal.child.kill('SIGKILL')
      await portal.ended
      await database.drop()
      await folder.remove()
    }
  },
  120_000 + KILLS * 60_000,
)
