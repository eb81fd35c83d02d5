import type { PlannedChange, SyncCounts } from '@tenfour/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertRole } from '../../../testing/test-discord-rows.ts'
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

const setTemplate = (nickname_template: string) =>
  t.db.updateTable('departments').set({ nickname_template }).where('name', '=', 'LSPD').execute()

test('nothing changes in Discord before someone has confirmed the preview, which says what will happen', async () => {
  await guild.addOfficers(2)
  await guild.addOfficers(1, [guild.police])
  await guild.followAll()
  expect(await guild.asked()).toEqual([])
  const staff = await t.as('staff')
  const plan = (await staff.get(guild.path('plan'))).json<{
    counts: object
    byRole: object[]
    items: object[]
    linked: number
    digest: string
  }>()
  expect(plan.counts).toEqual({ gives: 2, takes: 0, nicknames: 0, members: 2 })
  expect(plan.byRole).toEqual([{ roleId: guild.police, name: 'Police', gives: 2, takes: 0, theirs: 1 }])
  expect(plan).toMatchObject({ linked: 3, total: 2, items: [{ gives: [{ name: 'Police' }] }, { gives: [{ name: 'Police' }] }] })
  expect((await staff.post(guild.path('follow'), { digest: plan.digest })).statusCode).toBe(403)
  await guild.start()
  expect(await guild.asked()).toEqual(['role.give 0', 'role.give 1'])
  expect(await guild.ledger()).toEqual(['0 giving', '1 giving', '2 theirs'])
  expect(await guild.runErrands()).toEqual(['+0', '+1'])
  expect(await guild.ledger()).toEqual(['0 given', '1 given', '2 theirs'])
})

test('a preview that has changed since it was shown starts nothing', async () => {
  await guild.addOfficers(1)
  const admin = await t.as('admin')
  const { digest } = (await admin.get(guild.path('plan'))).json<{ digest: string }>()
  await guild.addOfficers(1)
  const refused = await admin.post(guild.path('follow'), { digest })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ message: 'Something has changed since you looked. Look at it again' })
  expect(await guild.asked()).toEqual([])
})

test('only roles that the portal gave are taken away again, once', async () => {
  await guild.addOfficers(2)
  await guild.addOfficers(1, [guild.police])
  await guild.start()
  await guild.runErrands()
  await guild.leaveDepartment(0)
  await guild.leaveDepartment(2)
  await guild.followAll()
  await guild.followAll()
  expect(await guild.asked()).toEqual(['role.take 0'])
  expect(await guild.runErrands()).toEqual(['-0'])
  expect(await guild.ledger()).toEqual(['1 given'])
  expect(await guild.rolesOf(0)).toEqual([])
  expect(await guild.rolesOf(2)).toEqual([guild.police])
})

test('a role given and taken back before Discord was reached is never given', async () => {
  await guild.addOfficers(1)
  await guild.start()
  await guild.leaveDepartment(0)
  await guild.followAll()
  expect(await guild.runErrands()).toEqual([])
  expect(await guild.ledger()).toEqual([])
  await guild.followAll()
  expect(await guild.asked()).toEqual([])
})

test('more than twenty removals wait for a person, and become drift if they are cancelled', async () => {
  await guild.addOfficers(25)
  await guild.start()
  await guild.runErrands()
  for (let index = 0; index < 21; index += 1) await guild.leaveDepartment(index)
  await guild.followAll()
  expect(await guild.asked()).toEqual([])
  const [run] = (await (await t.as('staff')).get('/api/discord/runs/held')).json<{ runId: number; digest: string }[]>()
  expect(run).toMatchObject({ guildId: guild.id, removals: 21, members: 21, linked: 25, roles: [{ name: 'Police', removals: 21 }] })
  // The members are entitled again meanwhile, so there is nothing to take.
  const { id } = await t.db.selectFrom('departments').select('id').where('name', '=', 'LSPD').executeTakeFirstOrThrow()
  await t.db.insertInto('user_departments').values({ user_id: guild.people[0]!.userId, department_id: id, is_primary: true }).execute()
  await guild.followAll()
  const admin = await t.as('admin')
  const { digest: seen } = run!
  expect((await (await t.as('staff')).post(`/api/discord/runs/${run!.runId}/confirm`, { digest: seen })).statusCode).toBe(403)
  // One removal fewer than was shown.
  expect((await admin.post(`/api/discord/runs/${run!.runId}/confirm`, { digest: seen })).json()).toMatchObject({ code: 'conflict' })
  expect((await admin.post(`/api/discord/runs/${run!.runId}/cancel`, {})).statusCode).toBe(200)
  expect((await admin.post(`/api/discord/runs/${run!.runId}/confirm`, { digest: seen })).statusCode).toBe(409)
  expect(await guild.asked()).toEqual([])
  const { items, digest } = await guild.drift()
  expect(items.map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'extra'))
  const all = await admin.post(guild.path('drift/fix-all'), { isDryRun: true, digest })
  expect(all.json()).toEqual({ counts: { gives: 0, takes: 20, nicknames: 0, members: 20 }, isHeld: true })
  expect(await guild.asked()).toEqual([])
  expect((await admin.post(guild.path('drift/fix-all'), { isDryRun: false, digest })).json()).toMatchObject({ isHeld: true })
  const [second] = (await admin.get('/api/discord/runs/held')).json<{ runId: number; digest: string }[]>()
  expect((await admin.post(`/api/discord/runs/${second!.runId}/confirm`, { digest: second!.digest })).statusCode).toBe(200)
  expect(await guild.runErrands()).toHaveLength(20)
  expect((await guild.drift()).items).toEqual([])
})

test('removals in small runs add up, and more than five in a hundred members wait too', async () => {
  await guild.addOfficers(40)
  await guild.start()
  await guild.runErrands()
  for (let index = 0; index < 3; index += 1) {
    await guild.leaveDepartment(index)
    await guild.followAll()
  }
  expect(await guild.asked()).toHaveLength(3)
  await guild.leaveDepartment(3)
  await guild.followAll()
  expect(await guild.asked()).toHaveLength(3)
  expect((await (await t.as('staff')).get('/api/discord/runs/held')).json()).toMatchObject([{ removals: 1 }])
})

test('a deleted role, a removed bot and a server that no longer follows cause no errands', async () => {
  await guild.addOfficers(2)
  await guild.start()
  await guild.runErrands()
  await t.db.updateTable('discord_guilds').set({ left_at: new Date() }).where('id', '=', guild.id).execute()
  await guild.leaveDepartment(0)
  await guild.followAll()
  expect(await guild.asked()).toEqual([])
  expect(await guild.ledger()).toEqual(['0 given', '1 given'])
  await t.db.updateTable('discord_guilds').set({ left_at: null }).where('id', '=', guild.id).execute()
  await guild.followAll()
  expect(await guild.asked()).toEqual(['role.take 0'])
  const admin = await t.as('admin')
  expect((await admin.post(guild.path('unfollow'), {})).json()).toMatchObject({ followedAt: null })
  expect(await guild.runErrands()).toEqual([])
  expect(await guild.ledger()).toEqual(['0 given', '1 given'])
  await t.db.updateTable('discord_roles').set({ gone_at: new Date() }).where('id', '=', guild.police).execute()
  await guild.start()
  expect(await guild.asked()).toEqual([])
  expect(await guild.ledger()).toEqual([])
})

test('nicknames follow the template, and one changed by hand is drift', async () => {
  await setTemplate('{department} {short}')
  await guild.addMember({ name: 'Rosa Delgado', departments: [{ name: 'LSPD', isPrimary: true }] })
  await guild.start()
  expect(await guild.runErrands()).toEqual(['+0', '0=LSPD R. Delgado'])
  await t.db.updateTable('discord_members').set({ nickname: 'Rosie' }).where('discord_id', '=', guild.accounts[0]!).execute()
  await guild.followAll()
  expect(await guild.asked()).toEqual([])
  expect((await guild.drift()).items).toMatchObject([{ kind: 'renamed', detail: 'Rosie → LSPD R. Delgado' }])
  await (await t.as('admin')).post(guild.path('drift/fix'), { kind: 'renamed', discordId: guild.accounts[0], roleId: null })
  expect(await guild.runErrands()).toEqual(['0=LSPD R. Delgado'])

  await setTemplate('')
  const { items, counts } = (await (await t.as('admin')).get(guild.path('plan'))).json<{ items: PlannedChange[]; counts: SyncCounts }>()
  expect([items[0]?.nickname, counts.nicknames]).toEqual([{ before: 'LSPD R. Delgado', after: null }, 1])
  await guild.followAll()
  expect(await guild.runErrands({ problem: 'The bot lacks a permission for this in Discord' })).toEqual([])
  expect((await guild.drift()).items).toMatchObject([{ kind: 'stuck', detail: expect.stringContaining('lacks a permission') }])
  await guild.followAll()
  expect(await guild.asked()).toEqual([])
  await guild.tryStuck()
  expect(await guild.runErrands()).toEqual(['0=null'])
  expect(await t.db.selectFrom('discord_nicknames').selectAll().execute()).toEqual([])
})

test('a nickname that a member had before is never removed', async () => {
  await setTemplate('{short}')
  await guild.addMember({ name: 'Rosa Delgado', departments: [{ name: 'LSPD', isPrimary: true }] })
  await t.db.updateTable('discord_members').set({ nickname: 'R. Delgado' }).where('discord_id', '=', guild.accounts[0]!).execute()
  await guild.start()
  expect(await guild.runErrands()).toEqual(['+0'])
  await setTemplate('')
  await guild.followAll()
  expect(await guild.asked()).toEqual([])
})

test('passes that end together need no confirmation, also where a department gives the same role', async () => {
  await t.db.insertInto('entitlements').values({ source_kind: 'pass', gift_kind: 'discordRole', discord_role_id: guild.police }).execute()
  await guild.addOfficers(1)
  const sponsor = guild.people[0]!.userId
  for (let index = 0; index < 5; index += 1) {
    const { userId } = await guild.addMember()
    const times = { starts_at: new Date(Date.now() - 7_200_000), ends_at: new Date(Date.now() + 3_600_000) }
    await t.db
      .insertInto('grants')
      .values({ kind: 'pass', user_id: userId, sponsor_id: sponsor, state: 'active', whitelist: 'dev', hours: 3, ...times })
      .execute()
  }
  await guild.start()
  await guild.runErrands()
  await t.db.updateTable('grants').set({ state: 'expired', ended_at: new Date() }).execute()
  await guild.followAll()
  expect(await guild.runErrands()).toEqual(['-1', '-2', '-3', '-4', '-5'])
})

test('unlinking takes away the roles that the portal gave', async () => {
  await guild.addOfficers(1)
  await guild.start()
  await guild.runErrands()
  await t.db.deleteFrom('discord_links').where('user_id', '=', guild.people[0]!.userId).execute()
  await guild.followAll()
  expect(await guild.runErrands()).toEqual(['-0'])
})

test('letting members go takes away the roles that the portal gave and no others, and reinstating them gives these again', async () => {
  await guild.addOfficers(1)
  await guild.addOfficers(1, [guild.police])
  await guild.start()
  await guild.runErrands()
  const admin = await t.as('admin')
  const act = async (what: string, body: object) => {
    for (const { userId } of guild.people) expect((await admin.post(`/api/former-members/${userId}/${what}`, body)).statusCode).toBe(200)
    await guild.followAll()
    return guild.runErrands()
  }
  expect(await act('let-go', { reason: 'Never came' })).toEqual(['-0'])
  expect([await guild.rolesOf(0), await guild.rolesOf(1)]).toEqual([[], [guild.police]])
  expect(await act('take-back', {})).toEqual(['+0'])
})

test('a role that has gained power is no longer given to linked members, and those who have it keep it', async () => {
  const everyone = await insertRole(t.db, guild.id, 'Members')
  await t.db.insertInto('entitlements').values({ source_kind: 'linked', gift_kind: 'discordRole', discord_role_id: everyone }).execute()
  await guild.addMember()
  await guild.start()
  expect(await guild.runErrands()).toEqual(['+0'])
  await guild.addMember()
  await guild.followAll()
  const gainPower = (roleId: string) => t.db.updateTable('discord_roles').set({ permissions: '8' }).where('id', '=', roleId).execute()
  await gainPower(everyone)
  // The errand was added before and is checked once more. Nobody took the role by hand, so it is no drift.
  expect(await guild.runErrands()).toEqual([])
  expect(await guild.ledger()).toEqual(['0 given'])
  expect((await guild.drift()).items).toEqual([])
  await guild.addMember()
  await guild.followAll()
  expect(await guild.asked()).toEqual([])
  // A role that a department gives is still given.
  await gainPower(guild.police)
  await guild.addOfficers(1)
  await guild.followAll()
  expect(await guild.runErrands()).toEqual(['+3'])
})
