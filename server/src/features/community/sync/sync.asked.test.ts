import type { SyncCounts } from '@tenfour/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { placeSyncGuild, type SyncGuild } from '../../../testing/test-sync.ts'
import { markLeftGuild, markLeftGuilds } from '../bot/bot.repo.ts'

let t: TestPortal
let guild: SyncGuild
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())
beforeEach(async () => {
  guild = await placeSyncGuild(t)
})

const planned = async () => (await (await t.as('admin')).get(guild.path('plan'))).json<{ counts: SyncCounts }>().counts
const driftKinds = async () => (await guild.drift()).items.map(({ kind }) => kind)
const comeBack = () => t.db.updateTable('discord_guilds').set({ left_at: null }).where('id', '=', guild.id).execute()
/** Discord was asked by a portal that ended before the answer came. */
const askDiscord = () => t.db.updateTable('discord_ledger').set({ is_asked: true }).execute()
const stop = async () => expect((await (await t.as('admin')).post(guild.path('unfollow'), {})).statusCode).toBe(200)

test('roles that still wait when someone presses Stop count as never given: the next preview and start have them again', async () => {
  await guild.addOfficers(3)
  await guild.start()
  await stop()
  expect(await guild.ledger()).toEqual([])
  expect(await planned()).toMatchObject({ gives: 3, members: 3 })
  expect(await guild.runErrands()).toEqual([])
  expect(await guild.ledger()).toEqual([])
  await guild.start()
  expect(await guild.runErrands()).toEqual(['+0', '+1', '+2'])
  expect(await driftKinds()).toEqual([])
})

test('starting again before the old errands have ended gives each role once', async () => {
  await guild.addOfficers(2)
  await guild.start()
  await stop()
  await guild.start()
  expect(await guild.asked()).toEqual(['role.give 0', 'role.give 1'])
  expect(await guild.runErrands()).toEqual(['+0', '+1'])
  expect(await guild.ledger()).toEqual(['0 given', '1 given'])
})

test.each([
  ['is taken out of the server', () => t.db.transaction().execute((tx) => markLeftGuild(tx, guild.id))],
  ['finds itself in no server', () => t.db.transaction().execute((tx) => markLeftGuilds(tx, []))],
])('a bot that %s while roles wait gives them once it is back', async (_how, leave) => {
  await guild.addOfficers(3)
  await guild.start()
  await leave()
  expect(await guild.runErrands()).toEqual([])
  expect(await guild.ledger()).toEqual([])
  await comeBack()
  await guild.tryStuck()
  await guild.followAll()
  expect(await guild.runErrands()).toEqual(['+0', '+1', '+2'])
  expect(await driftKinds()).toEqual([])
})

test('a server that is removed while roles wait has them in the preview after it was added again', async () => {
  await guild.addOfficers(2)
  await guild.start()
  expect((await (await t.as('admin')).delete(`/api/discord/guilds/${guild.id}`)).statusCode).toBe(200)
  await t.db.deleteFrom('discord_errands').where('kind', '=', 'guild.leave').execute()
  expect(await guild.runErrands()).toEqual([])
  await comeBack()
  expect(await planned()).toMatchObject({ gives: 2 })
})

test('a role that Discord was asked for before a crash is given once more after Stop and Start, and counts as given by the portal', async () => {
  await guild.addOfficers(2)
  await guild.start()
  await askDiscord()
  await stop()
  expect(await guild.runErrands()).toEqual([])
  // One of the members got the role.
  await t.db
    .updateTable('discord_members')
    .set({ role_ids: [guild.police] })
    .where('discord_id', '=', guild.accounts[0]!)
    .execute()
  expect(await planned()).toMatchObject({ gives: 2 })
  await guild.start()
  expect(await guild.runErrands()).toEqual(['+0', '+1'])
  expect(await guild.ledger()).toEqual(['0 given', '1 given'])
})

test('a role that Discord was asked for before a crash is taken if it is no longer wanted, also after Stop and Start', async () => {
  await guild.addOfficers(2)
  await guild.start()
  await askDiscord()
  await guild.leaveDepartment(0)
  await guild.followAll()
  expect(await guild.runErrands()).toEqual(['+1'])
  await guild.followAll()
  expect(await guild.runErrands()).toEqual(['-0'])
  expect(await guild.ledger()).toEqual(['1 given'])

  await guild.addOfficers(1)
  await guild.followAll()
  await askDiscord()
  await stop()
  expect(await guild.runErrands()).toEqual([])
  await guild.leaveDepartment(2)
  expect(await planned()).toMatchObject({ gives: 0, takes: 1 })
  await guild.start()
  expect(await guild.runErrands()).toEqual(['-2'])
  expect(await guild.ledger()).toEqual(['1 given'])
})
