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

const loseRoles = (index: number) =>
  t.db.updateTable('discord_members').set({ role_ids: [] }).where('discord_id', '=', guild.accounts[index]!).execute()

test('a dry run counts stuck removals as removals, and drift says in which direction each is stuck', async () => {
  await guild.addOfficers(30)
  await guild.start()
  await guild.runErrands()
  for (let index = 0; index < 3; index += 1) await guild.leaveDepartment(index)
  await guild.addOfficers(1)
  await guild.followAll()
  await guild.runErrands({ problem: 'The role is above the bot' })
  const { items, digest } = await guild.drift()
  expect(items.map(({ kind, direction }) => `${kind} ${direction}`).toSorted()).toEqual([
    'stuck give',
    'stuck take',
    'stuck take',
    'stuck take',
  ])
  const admin = await t.as('admin')
  const dryRun = await admin.post(guild.path('drift/fix-all'), { isDryRun: true, digest })
  expect(dryRun.json()).toEqual({ counts: { gives: 1, takes: 3, nicknames: 0, members: 4 }, isHeld: false })
  expect((await admin.post(guild.path('drift/fix-all'), { isDryRun: false, digest })).json()).toEqual(dryRun.json())
  expect((await guild.runErrands()).toSorted()).toEqual(['+30', '-0', '-1', '-2'])
})

test('the Discord account of a member above the caller is not shown, and their drift can still be fixed or kept', async () => {
  const chief = await guild.addMember({ name: 'The Chief', roles: ['Admin'], departments: [{ name: 'LSPD', isPrimary: true }] })
  await guild.addOfficers(1)
  await guild.start()
  await guild.runErrands()
  await loseRoles(0)
  await loseRoles(1)
  const manager = await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_DISCORD'] })
  const http = t.http(manager.token)
  expect((await http.get(`/api/discord/links/${chief.userId}`)).statusCode).toBe(403)
  const listed = await http.get(guild.path('drift'))
  expect(listed.body).not.toContain(guild.accounts[0]!)
  const accounts = listed.json<{ items: { discordId: string | null }[] }>().items.map(({ discordId }) => discordId)
  expect(accounts.filter((each) => each !== null)).toEqual([guild.accounts[1]])
  expect(accounts).toHaveLength(2)
  expect((await (await t.as('root')).get(guild.path('drift'))).body).toContain(guild.accounts[0]!)

  const lacking = (userId: number) => ({ kind: 'lacks', userId, roleId: guild.police })
  expect((await http.post(guild.path('drift/fix'), { kind: 'lacks', roleId: guild.police })).statusCode).toBe(400)
  expect((await http.post(guild.path('drift/fix'), { ...lacking(chief.userId), discordId: guild.accounts[1] })).statusCode).toBe(409)
  expect((await http.post(guild.path('drift/fix'), lacking(chief.userId))).statusCode).toBe(200)
  expect((await http.post(guild.path('drift/keep'), lacking(guild.people[1]!.userId))).statusCode).toBe(200)
  expect(await guild.runErrands()).toEqual(['+0'])
  expect((await guild.drift()).items).toEqual([])
})
