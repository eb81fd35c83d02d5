import { join } from 'node:path'
import { decodeTracks, encodeTracks } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { connectBridge, gamePlayer, issueServerKey, steamOf } from '../../../testing/test-bridge.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { driver } from '../../../testing/test-map.ts'
import { freePort, makeFolder, readyAt, runPortal } from '../../../testing/test-process.ts'
import { until } from '../../../testing/test-portal.ts'

const UNITS = 60

/** Members on duty for LSPD on server 1, with ids in a row, so that every second one of them ends a block. */
async function putOnDuty(database: Awaited<ReturnType<typeof createTestDatabase>>): Promise<number[]> {
  const sources = Array.from({ length: UNITS }, (_, index) => index + 1)
  const users = await database.db
    .insertInto('users')
    .values(
      sources.map((source) => ({ name: `Unit ${source}`, email: `${source}@example.com`, password_hash: '', steam_id: steamOf(source) })),
    )
    .returning('id')
    .execute()
  const memberships = users.map(({ id }) => ({ user_id: id, department_id: 2, is_primary: true }))
  await database.db.insertInto('user_departments').values(memberships).execute()
  const now = new Date()
  await database.db
    .insertInto('units')
    .values(
      users.map(({ id }) => ({
        user_id: id,
        server_id: 1,
        department_id: 2,
        identifier: `4L${id}`,
        unit_class: 1,
        type: 1,
        status: 3,
        status_since: now,
        on_duty_since: now,
      })),
    )
    .execute()
  return sources
}

test('a portal that is killed loses only the current block of each unit', async () => {
  const database = await createTestDatabase()
  const folder = makeFolder()
  const port = String(await freePort())
  const portal = runPortal({ PORTAL_DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url, PORT: port })
  try {
    const url = await readyAt(portal)
    const sources = await putOnDuty(database)
    const bridge = await connectBridge({ db: database.db, url }, { key: await issueServerKey(database) })
    await bridge.hello({ players: sources.map((source) => gamePlayer(source)) })
    const cars = driver(bridge)
    let x = 0
    const drive = setInterval(() => cars.drive(Object.fromEntries(sources.map((source) => [source, [++x % 5000, source]]))), 250)
    const read = () => database.db.selectFrom('track_blocks').select(['user_id', 'started_at', 'ended_at', 'data']).execute()
    await until('some blocks', async () => (await read()).length >= 6, 30_000)
    // One unit a second ends its block, which is written within a second or two, so any lost block had not ended yet.
    const newestOf = (blocks: Awaited<ReturnType<typeof read>>) => Math.max(...blocks.map(({ ended_at }) => ended_at.getTime()))
    await until('a block that has just ended is written', async () => Date.now() - newestOf(await read()) < 5000, 30_000)
    const written = await read()
    portal.child.kill('SIGKILL')
    await portal.ended
    clearInterval(drive)
    bridge.socket.disconnect()
    const blocks = await read()
    expect(decodeTracks(encodeTracks(blocks.map(({ data }) => data)))).toHaveLength(blocks.length)
    expect(blocks).toEqual(expect.arrayContaining(written))
  } finally {
    portal.child.kill('SIGKILL')
    await portal.ended
    await database.drop()
    await folder.remove()
  }
}, 120_000)
