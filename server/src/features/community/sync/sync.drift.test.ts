import type { DriftItem } from '@tenfour/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { entitleRole, insertRole } from '../../../testing/test-discord-rows.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
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

const itemOf = (kind: DriftItem['kind'], index: number, roleId: string | null = guild.police) => ({
  kind,
  discordId: guild.accounts[index],
  roleId,
})
const settle = async (how: 'fix' | 'keep', item: object, http?: Http) =>
  (await (http ?? (await t.as('admin'))).post(guild.path(`drift/${how}`), item)).statusCode

test('a role that someone took by hand is drift: it is given again on request only', async () => {
  await guild.addOfficers(1)
  await guild.start()
  await guild.runErrands()
  await t.db.updateTable('discord_members').set({ role_ids: [] }).where('discord_id', '=', guild.accounts[0]!).execute()
  await guild.followAll()
  expect(await guild.asked()).toEqual([])
  const [item] = (await guild.drift()).items
  expect(item).toMatchObject({ kind: 'lacks', role: 'Police', isPowerful: false })
  const lacking = itemOf('lacks', 0)
  expect(await settle('fix', lacking, await t.as('staff'))).toBe(403)
  expect(await settle('fix', lacking)).toBe(200)
  expect(await guild.runErrands()).toEqual(['+0'])
  expect((await guild.drift()).items).toEqual([])
  expect(await settle('fix', lacking)).toBe(409)
})

test('a mapped role that someone else gave is listed until it is kept or taken', async () => {
  await guild.addOfficers(1)
  await guild.start()
  await guild.runErrands()
  for (let index = 1; index < 3; index += 1) await guild.addMember({}, [guild.police])
  expect((await guild.drift()).items.map(({ kind, discordId }) => [kind, guild.accounts.indexOf(discordId ?? '')])).toEqual([
    ['extra', 1],
    ['extra', 2],
  ])
  expect(await settle('keep', itemOf('extra', 1))).toBe(200)
  expect(await settle('fix', itemOf('extra', 2))).toBe(200)
  expect((await guild.drift()).items).toEqual([])
  expect(await guild.runErrands()).toEqual(['-2'])
  expect((await guild.drift()).items).toEqual([])
  expect(await guild.ledger()).toEqual(['0 given'])
})

test('only an admin can fix drift of a powerful role', async () => {
  const powerful = await insertRole(t.db, guild.id, 'Owner', '8')
  await entitleRole(t.db, powerful, 'SAHP')
  await guild.start()
  await guild.addMember({}, [powerful])
  const manager = await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_DISCORD', 'DISCORD_ADMIN'] })
  const http = t.http(manager.token)
  const extra = itemOf('extra', 0, powerful)
  expect(await settle('fix', extra, http)).toBe(403)
  const { digest } = await guild.drift()
  expect((await http.post(guild.path('drift/fix-all'), { isDryRun: true, digest })).json()).toMatchObject({ counts: { takes: 0 } })
  expect(await settle('fix', extra)).toBe(200)
})

test('a change that Discord refuses is shown with the reason, and tried again on request', async () => {
  await guild.addOfficers(1)
  await guild.start()
  await guild.runErrands({ problem: 'The bot’s role is below Police' })
  await guild.followAll()
  expect(await guild.asked()).toEqual([])
  expect((await guild.drift()).items).toMatchObject([{ kind: 'stuck', role: 'Police', detail: 'The bot’s role is below Police' }])
  expect(await settle('keep', itemOf('stuck', 0))).toBe(400)
  expect(await settle('fix', itemOf('stuck', 0))).toBe(200)
  expect(await guild.runErrands()).toEqual(['+0'])
  expect((await guild.drift()).items).toEqual([])
})

test('members who leave the server lose the roles that the portal gave, and get them again on return; their accounts stay', async () => {
  await guild.addOfficers(1)
  await guild.start()
  await guild.runErrands()
  const row = await t.db.deleteFrom('discord_members').where('discord_id', '=', guild.accounts[0]!).returningAll().executeTakeFirstOrThrow()
  await guild.followAll()
  expect(await guild.ledger()).toEqual([])
  expect((await guild.drift()).items).toMatchObject([{ kind: 'absent', role: null }])
  expect(await settle('fix', itemOf('absent', 0, null))).toBe(400)
  expect((await t.http(guild.people[0]!.token).get('/api/auth/me')).statusCode).toBe(200)
  await t.db
    .insertInto('discord_members')
    .values({ ...row, role_ids: [] })
    .execute()
  await guild.followAll()
  expect(await guild.runErrands()).toEqual(['+0'])
})

test('a failed change is tried again in its direction once the bot has more permissions', async () => {
  await guild.addOfficers(2)
  await guild.start()
  await guild.runErrands({ problem: 'The role is above the bot' })
  await guild.followAll()
  expect(await guild.asked()).toEqual([])
  await guild.tryStuck()
  expect(await guild.runErrands()).toEqual(['+0', '+1'])
  await guild.leaveDepartment(0)
  await guild.followAll()
  await guild.runErrands({ problem: 'The role is above the bot' })
  await guild.tryStuck()
  expect(await guild.runErrands()).toEqual(['-0'])
})
