import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { placeSyncGuild, type SyncGuild } from '../../../testing/test-sync.ts'

let t: TestPortal
let guild: SyncGuild
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())
beforeEach(async () => {
  guild = await placeSyncGuild(t)
})

/** The role of the LSPD is also given for something else. */
const alsoFor = (source_kind: 'pass' | 'ridealong' | 'leave') =>
  t.db.insertInto('entitlements').values({ source_kind, gift_kind: 'discordRole', discord_role_id: guild.police }).execute()
const stopGivingToDepartment = () => t.db.deleteFrom('entitlements').where('source_kind', '=', 'department').execute()
const heldRuns = async () => (await (await t.as('staff')).get('/api/discord/runs/held')).json<object[]>()
const startFollowing = async () => {
  await guild.start()
  await guild.runErrands()
}
const goOnLeave = (index: number) =>
  sql`insert into leaves (user_id, author_id, starts_on, ends_on, reason)
    values (${guild.people[index]!.userId}, ${guild.people[index]!.userId}, community_today() - 7, community_today(), 'Holidays')`.execute(
    t.db,
  )

test.each(['pass', 'ridealong', 'leave'] as const)(
  'a role that is no longer given to a department is confirmed before all lose it, also if it is given for a %s',
  async (kind) => {
    await alsoFor(kind)
    await guild.addOfficers(25)
    await startFollowing()
    await stopGivingToDepartment()
    await guild.followAll()
    expect(await guild.asked()).toEqual([])
    expect(await heldRuns()).toMatchObject([{ removals: 25, members: 25, roles: [{ name: 'Police', removals: 25 }] }])
  },
)

test.each([
  ['their time is over', sql`update leaves set starts_on = community_today() - 9, ends_on = community_today() - 1`],
  ['they are ended early', sql`update leaves set ended_early_at = now()`],
])('leaves that end together need no confirmation: %s', async (_how, end) => {
  await stopGivingToDepartment()
  await alsoFor('leave')
  await guild.addOfficers(6)
  for (let index = 0; index < 5; index += 1) await goOnLeave(index)
  await startFollowing()
  expect(await guild.ledger()).toHaveLength(5)
  await end.execute(t.db)
  await guild.followAll()
  expect(await heldRuns()).toEqual([])
  expect(await guild.runErrands()).toEqual(['-0', '-1', '-2', '-3', '-4'])
})

test('a leave that was cancelled before it began does not take a role without confirmation', async () => {
  await alsoFor('leave')
  await guild.addOfficers(5)
  await startFollowing()
  for (let index = 0; index < 5; index += 1) await goOnLeave(index)
  await sql`update leaves set starts_on = community_today() + 3, ends_on = community_today() + 9, ended_early_at = now()`.execute(t.db)
  await stopGivingToDepartment()
  await guild.followAll()
  expect(await heldRuns()).toMatchObject([{ removals: 5 }])
})

test('expired passes need no confirmation, even before they are marked as expired', async () => {
  await stopGivingToDepartment()
  await alsoFor('pass')
  await guild.addOfficers(6)
  const sponsor = guild.people[5]!.userId
  for (const { userId } of guild.people.slice(0, 5)) {
    const times = { starts_at: new Date(Date.now() - 7_200_000), ends_at: new Date(Date.now() + 3_600_000) }
    await t.db
      .insertInto('grants')
      .values({ kind: 'pass', user_id: userId, sponsor_id: sponsor, state: 'active', whitelist: 'dev', hours: 3, ...times })
      .execute()
  }
  await startFollowing()
  await t.db
    .updateTable('grants')
    .set({ ends_at: new Date(Date.now() - 1000) })
    .execute()
  await guild.followAll()
  expect(await heldRuns()).toEqual([])
  expect(await guild.runErrands()).toHaveLength(5)
})

test('removals that wait for a person end when the bot leaves the server or the server stops following, and are planned again', async () => {
  const remove = async () => (await t.as('admin')).delete(`/api/discord/guilds/${guild.id}`)
  const unfollow = async () => (await t.as('admin')).post(guild.path('unfollow'), {})
  const decidedBy = async () =>
    (await t.db.selectFrom('discord_runs').select('decided_by').where('state', '=', 'cancelled').execute()).map(
      (run) => run.decided_by !== null,
    )
  await guild.addOfficers(25)
  await startFollowing()
  await stopGivingToDepartment()
  await guild.followAll()
  expect(await heldRuns()).toMatchObject([{ removals: 25 }])
  expect((await unfollow()).statusCode).toBe(200)
  expect([await heldRuns(), await decidedBy()]).toEqual([[], [true]])
  await guild.start()
  await guild.followAll()
  expect((await heldRuns()).length + (await guild.asked()).length).toBeGreaterThan(0)

  await t.db.updateTable('discord_ledger').set({ state: 'given', run_id: null }).execute()
  await t.db.deleteFrom('discord_runs').execute()
  await guild.followAll()
  expect(await heldRuns()).toMatchObject([{ removals: 25 }])
  expect((await remove()).statusCode).toBe(200)
  expect(await heldRuns()).toEqual([])
  expect(new Set((await guild.ledger()).map((row) => row.split(' ')[1]))).toEqual(new Set(['given']))
})
