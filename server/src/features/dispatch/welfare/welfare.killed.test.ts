import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HEADERS, type Patrol, type PatrolUnit } from '@tenfour/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { makeFolder, readyAt, runPortal } from '../../../testing/test-process.ts'
import { startTestPortal, until } from '../../../testing/test-portal.ts'
import { readStretches } from '../../patrols/patrols/patrols.rows.ts'

const MINUTE = 60_000

test('a patrol outlives a portal that is killed, and is closed at the last sign of life by the next', async () => {
  const database = await createTestDatabase()
  const { db } = database
  const folder = makeFolder()
  const data = join(folder.path, 'data')
  const start = () => runPortal({ PORTAL_DATA_DIR: data, DATABASE_URL: database.url, UNIT_SILENCE_MINUTES: '60' })
  let portal = start()
  try {
    let url = await readyAt(portal)
    const maker = await startTestPortal({ database })
    const { userId, token } = await maker.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
    await maker.close()
    const headers = () => ({
      [HEADERS.apiKey]: readFileSync(join(data, 'api-key'), 'utf8').trim(),
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    })
    const get = (path: string) => fetch(`${url}${path}`, { headers: headers() })
    const unit = async () => (await get(`/api/patrol/unit/${userId}`)).json() as Promise<PatrolUnit>
    const patrol = () => db.selectFrom('patrols').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()

    const body = JSON.stringify({ serverId: 1, departmentId: 2, identifier: '4L7' })
    expect((await fetch(`${url}/api/patrol/unit/save`, { method: 'POST', headers: headers(), body })).status).toBe(200)
    // The portal is killed between two of many changes, or within one.
    const answers: Promise<number | undefined>[] = []
    for (let round = 0; round < 20; round += 1) {
      answers.push(
        get(`/api/patrol/unit/status/${userId}/${3 + (round % 3)}`).then(
          ({ status }) => status,
          () => undefined,
        ),
      )
      await sleep(2)
    }
    expect(await answers[1]).toBe(200)
    portal.child.kill('SIGKILL')
    await portal.ended
    await Promise.all(answers)

    portal = start()
    url = await readyAt(portal)
    const { id, ended_at } = await patrol()
    expect(ended_at).toBeNull()
    const stretches = (await readStretches(db, [id])).get(id) ?? []
    expect(stretches.map(({ status }) => status)).toContain(4)
    expect((await unit()).status).toBe(stretches.at(-1)?.status)

    // An hour and more later: the member was last heard 90 minutes ago, and last seen in the game 80 minutes ago.
    const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
    const [heardAt, seenAt] = [ago(90), ago(80)]
    const began = (await patrol()).started_at
    const delay = sql`make_interval(secs => ${(began.getTime() - ago(100).getTime()) / 1000})`
    await sql`update patrol_stretches set at = at - ${delay}`.execute(db)
    await sql`update patrols set started_at = started_at - ${delay}`.execute(db)
    await db
      .insertInto('patrol_stretches')
      .values({ patrol_id: id, at: ago(70), status: 6 })
      .execute()
    await db.updateTable('units').set({ last_heard_at: heardAt }).execute()
    await db
      .insertInto('presence')
      .values({ user_id: userId, server_id: 1, started_at: ago(95), ended_at: seenAt, state: 'idle' })
      .execute()

    const check = () => sql`select graphile_worker.add_job('welfare-check', job_key => 'now')`.execute(db)
    const closeAsked = async () => {
      const { numUpdatedRows } = await db
        .updateTable('pings')
        .set({ deadline: ago(1) })
        .executeTakeFirst()
      return numUpdatedRows > 0n || (await check(), await sleep(200), false)
    }
    await until('asked', closeAsked, 30_000)
    await until('off duty', async () => (await unit()).status === 1 || (await check(), await sleep(200), false), 30_000)
    expect(await patrol()).toMatchObject({ end_reason: 'silence', ended_at: seenAt })
    const closed = (await readStretches(db, [id])).get(id) ?? []
    expect(closed.at(-1)?.endedAt).toBe(seenAt.toISOString())
    expect(await db.selectFrom('patrol_stretches').select('at').where('at', '>=', seenAt).execute()).toEqual([])
    const shown = (await (await get(`/api/user/getUserPatrols/${userId}`)).json()) as Patrol[]
    expect(shown).toMatchObject([{ endedAt: seenAt.toISOString(), endReason: 'silence' }])
  } finally {
    portal.child.kill('SIGKILL')
    await portal.ended
    await database.drop()
    await folder.remove()
  }
}, 120_000)
