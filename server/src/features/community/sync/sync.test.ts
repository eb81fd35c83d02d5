import type { DriftItem, PlannedChange, SyncCounts } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { entitleRole, insertGuild, insertLinked, insertRole } from '../../../testing/test-discord-rows.ts'
import { startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import type { DiscordActions } from '../errands/errands.port.ts'
import { syncErrands } from './sync.errands.ts'
import { tryStuck } from './sync.run.ts'
import { createSyncService } from './sync.service.ts'

let t: TestPortal
let guildId: string
let police: string
let people: Person[]
let accounts: string[]
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())
beforeEach(async () => {
  await sql`truncate discord_guilds, discord_links, entitlements, discord_errands cascade`.execute(t.db)
  guildId = await insertGuild(t.db)
  police = await insertRole(t.db, guildId, 'Police')
  await entitleRole(t.db, police, 'LSPD')
  people = []
  accounts = []
})

const officers = async (count: number, roleIds: readonly string[] = []) => {
  for (let index = 0; index < count; index += 1) {
    const person = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
    people.push(person)
    accounts.push(await insertLinked(t.db, guildId, person.userId, roleIds))
  }
}
const sync = () => createSyncService({ db: t.db, publish: () => undefined })
const as = (role: 'root' | 'admin' | 'staff') => t.as(role)
const path = (rest: string) => `/api/discord/guilds/${guildId}/${rest}`
const start = async () => {
  const admin = await as('admin')
  const { digest } = (await admin.get(path('plan'))).json<{ digest: string }>()
  expect((await admin.post(path('follow'), { digest })).statusCode).toBe(200)
}
const ledger = async () =>
  (await t.db.selectFrom('discord_ledger').select(['discord_id', 'role_id', 'state']).orderBy('discord_id').execute()).map(
    ({ discord_id, state }) => `${accounts.indexOf(discord_id)} ${state}`,
  )
const asked = async () =>
  (await t.db.selectFrom('discord_errands').select(['kind', 'discord_id']).where('state', '=', 'waiting').orderBy('id').execute()).map(
    ({ kind, discord_id }) => `${kind} ${accounts.indexOf(discord_id ?? '')}`,
  )
const drift = async () => (await (await as('staff')).get(path('drift'))).json<{ items: DriftItem[]; digest: string; total: number }>()

/** Runs what waits as the bot would, against what the mirror says. */
async function runErrands(fail?: { readonly problem: string }) {
  const kinds = syncErrands({ db: t.db, after: () => undefined })
  const done: string[] = []
  const actions = {
    giveRole: async (_guild: string, discordId: string) => void done.push(`+${accounts.indexOf(discordId)}`),
    takeRole: async (_guild: string, discordId: string) => void done.push(`-${accounts.indexOf(discordId)}`),
    setNickname: async (_guild: string, discordId: string, nickname: string | null) =>
      void done.push(`${accounts.indexOf(discordId)}=${nickname}`),
  } as unknown as DiscordActions
  const rows = await t.db.selectFrom('discord_errands').selectAll().where('state', '=', 'waiting').orderBy('id').execute()
  for (const row of rows) {
    const kind = kinds.find((each) => each.kind === row.kind)
    if (!kind) throw new Error(`There is no ${row.kind}`)
    const payload: unknown = kind.payload.parse(row.payload)
    const keys = { guildId: row.guild_id, discordId: row.discord_id, roleId: row.role_id }
    const errand = { errandId: row.id, payload, ...keys, attempts: 0 }
    const result = fail ? undefined : await kind.run(actions, errand)
    await t.db.transaction().execute(async (tx) => {
      if (fail) await kind.failed?.(tx, errand, fail.problem)
      else if (result !== undefined) await kind.settle?.(tx, errand, result)
      await tx
        .updateTable('discord_errands')
        .set({ state: fail ? 'failed' : 'done', ended_at: new Date() })
        .where('id', '=', row.id)
        .execute()
    })
  }
  return done
}
const leave = (index: number) => t.db.deleteFrom('user_departments').where('user_id', '=', people[index]!.userId).execute()
const rolesOf = (index: number) =>
  t.db.selectFrom('discord_members').select('role_ids').where('discord_id', '=', accounts[index]!).executeTakeFirstOrThrow()

test('nothing is asked of Discord before someone has looked at the preview, and the preview says what will happen', async () => {
  await officers(2)
  await officers(1, [police])
  await sync().followAll()
  expect(await asked()).toEqual([])
  const staff = await as('staff')
  const plan = (await staff.get(path('plan'))).json<{ counts: object; byRole: object[]; items: object[]; linked: number; digest: string }>()
  expect(plan.counts).toEqual({ gives: 2, takes: 0, nicknames: 0, members: 2 })
  expect(plan.byRole).toEqual([{ roleId: police, name: 'Police', gives: 2, takes: 0, theirs: 1 }])
  expect(plan).toMatchObject({ linked: 3, total: 2, items: [{ gives: [{ name: 'Police' }] }, { gives: [{ name: 'Police' }] }] })
  expect((await staff.post(path('follow'), { digest: plan.digest })).statusCode).toBe(403)
  await start()
  expect(await asked()).toEqual(['role.give 0', 'role.give 1'])
  expect(await ledger()).toEqual(['0 giving', '1 giving', '2 theirs'])
  expect(await runErrands()).toEqual(['+0', '+1'])
  expect(await ledger()).toEqual(['0 given', '1 given', '2 theirs'])
})

test('a preview that has changed since it was looked at starts nothing', async () => {
  await officers(1)
  const admin = await as('admin')
  const { digest } = (await admin.get(path('plan'))).json<{ digest: string }>()
  await officers(1)
  const refused = await admin.post(path('follow'), { digest })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ message: 'This has changed since you looked at it. Look again' })
  expect(await asked()).toEqual([])
})

test('only what we gave is taken away again, once', async () => {
  await officers(2)
  await officers(1, [police])
  await start()
  await runErrands()
  await leave(0)
  await leave(2)
  await sync().followAll()
  await sync().followAll()
  expect(await asked()).toEqual(['role.take 0'])
  expect(await runErrands()).toEqual(['-0'])
  expect(await ledger()).toEqual(['1 given'])
  expect((await rolesOf(0)).role_ids).toEqual([])
  expect((await rolesOf(2)).role_ids).toEqual([police])
})

test('a role given and taken back before Discord was reached is never given', async () => {
  await officers(1)
  await start()
  await leave(0)
  await sync().followAll()
  // Asked of Discord, perhaps, before a crash: so it counts as given, and is taken.
  expect(await runErrands()).toEqual([])
  expect(await ledger()).toEqual(['0 given'])
  await sync().followAll()
  expect(await runErrands()).toEqual(['-0'])
  expect(await ledger()).toEqual([])
})

test('what was taken by hand is drift, not given again by itself, and given back when someone asks for it', async () => {
  await officers(1)
  await start()
  await runErrands()
  await t.db.updateTable('discord_members').set({ role_ids: [] }).where('discord_id', '=', accounts[0]!).execute()
  await sync().followAll()
  expect(await asked()).toEqual([])
  const [item] = (await drift()).items
  expect(item).toMatchObject({ kind: 'lacks', role: 'Police', isPowerful: false })
  const key = { kind: 'lacks', discordId: accounts[0], roleId: police }
  expect((await (await as('staff')).post(path('drift/fix'), key)).statusCode).toBe(403)
  const admin = await as('admin')
  expect((await admin.post(path('drift/fix'), key)).statusCode).toBe(200)
  expect(await runErrands()).toEqual(['+0'])
  expect((await drift()).items).toEqual([])
  expect((await admin.post(path('drift/fix'), key)).statusCode).toBe(409)
})

test('a mapped role that others gave is listed until it is kept or taken', async () => {
  await officers(1)
  await start()
  await runErrands()
  for (let index = 1; index < 3; index += 1) {
    const person = await t.addPerson()
    accounts.push(await insertLinked(t.db, guildId, person.userId, [police]))
  }
  expect((await drift()).items.map(({ kind, discordId }) => [kind, accounts.indexOf(discordId)])).toEqual([
    ['extra', 1],
    ['extra', 2],
  ])
  const admin = await as('admin')
  expect((await admin.post(path('drift/keep'), { kind: 'extra', discordId: accounts[1], roleId: police })).statusCode).toBe(200)
  expect((await admin.post(path('drift/fix'), { kind: 'extra', discordId: accounts[2], roleId: police })).statusCode).toBe(200)
  expect((await drift()).items).toEqual([])
  expect(await runErrands()).toEqual(['-2'])
  expect((await drift()).items).toEqual([])
  expect(await ledger()).toEqual(['0 given'])
})

test('a powerful role is put right by an admin alone', async () => {
  const powerful = await insertRole(t.db, guildId, 'Owner', '8')
  await entitleRole(t.db, powerful, 'SAHP')
  await start()
  const person = await t.addPerson()
  accounts.push(await insertLinked(t.db, guildId, person.userId, [powerful]))
  const manager = await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_DISCORD', 'DISCORD_ADMIN'] })
  const http = t.http(manager.token)
  const key = { kind: 'extra', discordId: accounts[0], roleId: powerful }
  expect((await http.post(path('drift/fix'), key)).statusCode).toBe(403)
  const { digest } = await drift()
  expect((await http.post(path('drift/fix-all'), { isDryRun: true, digest })).json()).toMatchObject({ counts: { takes: 0 } })
  expect((await (await as('admin')).post(path('drift/fix'), key)).statusCode).toBe(200)
})

test('more than twenty removals wait for a person; leaving them makes them drift', async () => {
  await officers(25)
  await start()
  await runErrands()
  for (let index = 0; index < 21; index += 1) await leave(index)
  await sync().followAll()
  expect(await asked()).toEqual([])
  const [run] = (await (await as('staff')).get('/api/discord/runs/held')).json<{ runId: number; digest: string }[]>()
  expect(run).toMatchObject({ guildId, removals: 21, members: 21, linked: 25, roles: [{ name: 'Police', removals: 21 }] })
  // Entitled again meanwhile: nothing to take.
  const { id } = await t.db.selectFrom('departments').select('id').where('name', '=', 'LSPD').executeTakeFirstOrThrow()
  await t.db.insertInto('user_departments').values({ user_id: people[0]!.userId, department_id: id, is_primary: true }).execute()
  await sync().followAll()
  const admin = await as('admin')
  const { digest: seen } = run!
  expect((await (await as('staff')).post(`/api/discord/runs/${run!.runId}/confirm`, { digest: seen })).statusCode).toBe(403)
  // One fewer than was looked at.
  expect((await admin.post(`/api/discord/runs/${run!.runId}/confirm`, { digest: seen })).json()).toMatchObject({ code: 'conflict' })
  expect((await admin.post(`/api/discord/runs/${run!.runId}/cancel`, {})).statusCode).toBe(200)
  expect((await admin.post(`/api/discord/runs/${run!.runId}/confirm`, { digest: seen })).statusCode).toBe(409)
  expect(await asked()).toEqual([])
  const { items, digest } = await drift()
  expect(items.map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'extra'))
  const all = await admin.post(path('drift/fix-all'), { isDryRun: true, digest })
  expect(all.json()).toEqual({ counts: { gives: 0, takes: 20, nicknames: 0, members: 20 }, isHeld: true })
  expect(await asked()).toEqual([])
  expect((await admin.post(path('drift/fix-all'), { isDryRun: false, digest })).json()).toMatchObject({ isHeld: true })
  const [second] = (await admin.get('/api/discord/runs/held')).json<{ runId: number; digest: string }[]>()
  expect((await admin.post(`/api/discord/runs/${second!.runId}/confirm`, { digest: second!.digest })).statusCode).toBe(200)
  expect(await runErrands()).toHaveLength(20)
  expect((await drift()).items).toEqual([])
})

test('removals in small runs add up, and more than five in a hundred members wait too', async () => {
  await officers(40)
  await start()
  await runErrands()
  for (let index = 0; index < 3; index += 1) {
    await leave(index)
    await sync().followAll()
  }
  expect(await asked()).toHaveLength(3)
  await leave(3)
  await sync().followAll()
  expect(await asked()).toHaveLength(3)
  expect((await (await as('staff')).get('/api/discord/runs/held')).json()).toMatchObject([{ removals: 1 }])
})

test('what Discord refuses is shown with the reason, and tried again when asked', async () => {
  await officers(1)
  await start()
  await runErrands({ problem: 'The bot’s role is below Police' })
  await sync().followAll()
  expect(await asked()).toEqual([])
  expect((await drift()).items).toMatchObject([{ kind: 'stuck', role: 'Police', detail: 'The bot’s role is below Police' }])
  const admin = await as('admin')
  expect((await admin.post(path('drift/keep'), { kind: 'stuck', discordId: accounts[0], roleId: police })).statusCode).toBe(400)
  expect((await admin.post(path('drift/fix'), { kind: 'stuck', discordId: accounts[0], roleId: police })).statusCode).toBe(200)
  expect(await runErrands()).toEqual(['+0'])
  expect((await drift()).items).toEqual([])
})

test('who leaves the server loses what we gave with it and gets it again on return; their account stays', async () => {
  await officers(1)
  await start()
  await runErrands()
  const row = await t.db.deleteFrom('discord_members').where('discord_id', '=', accounts[0]!).returningAll().executeTakeFirstOrThrow()
  await sync().followAll()
  expect(await ledger()).toEqual([])
  expect((await drift()).items).toMatchObject([{ kind: 'absent', role: null }])
  const admin = await as('admin')
  expect((await admin.post(path('drift/fix'), { kind: 'absent', discordId: accounts[0], roleId: null })).statusCode).toBe(400)
  expect((await t.http(people[0]!.token).get('/api/auth/me')).statusCode).toBe(200)
  await t.db
    .insertInto('discord_members')
    .values({ ...row, role_ids: [] })
    .execute()
  await sync().followAll()
  expect(await runErrands()).toEqual(['+0'])
})

test('a role that is gone, a bot that is gone and a server that no longer follows ask for nothing', async () => {
  await officers(2)
  await start()
  await runErrands()
  await t.db.updateTable('discord_guilds').set({ left_at: new Date() }).where('id', '=', guildId).execute()
  await leave(0)
  await sync().followAll()
  expect(await asked()).toEqual([])
  expect(await ledger()).toEqual(['0 given', '1 given'])
  await t.db.updateTable('discord_guilds').set({ left_at: null }).where('id', '=', guildId).execute()
  await sync().followAll()
  expect(await asked()).toEqual(['role.take 0'])
  const admin = await as('admin')
  expect((await admin.post(path('unfollow'), {})).json()).toMatchObject({ followedAt: null })
  expect(await runErrands()).toEqual([])
  expect(await ledger()).toEqual(['0 given', '1 given'])
  await t.db.updateTable('discord_roles').set({ gone_at: new Date() }).where('id', '=', police).execute()
  await start()
  expect(await asked()).toEqual([])
  expect(await ledger()).toEqual([])
})

test('nicknames follow the template, and one changed by hand is drift', async () => {
  await t.db.updateTable('departments').set({ nickname_template: '{department} {short}' }).where('name', '=', 'LSPD').execute()
  try {
    const person = await t.addPerson({ name: 'Rosa Delgado', departments: [{ name: 'LSPD', isPrimary: true }] })
    accounts.push(await insertLinked(t.db, guildId, person.userId))
    await start()
    expect(await runErrands()).toEqual(['+0', '0=LSPD R. Delgado'])
    await t.db.updateTable('discord_members').set({ nickname: 'Rosie' }).where('discord_id', '=', accounts[0]!).execute()
    await sync().followAll()
    expect(await asked()).toEqual([])
    expect((await drift()).items).toMatchObject([{ kind: 'renamed', detail: 'Rosie → LSPD R. Delgado' }])
    await (await as('admin')).post(path('drift/fix'), { kind: 'renamed', discordId: accounts[0], roleId: null })
    expect(await runErrands()).toEqual(['0=LSPD R. Delgado'])

    await t.db.updateTable('departments').set({ nickname_template: '' }).where('name', '=', 'LSPD').execute()
    const { items, counts } = (await (await as('admin')).get(path('plan'))).json<{ items: PlannedChange[]; counts: SyncCounts }>()
    expect([items[0]?.nickname, counts.nicknames]).toEqual([{ before: 'LSPD R. Delgado', after: null }, 1])
    await sync().followAll()
    expect(await runErrands({ problem: 'The bot lacks a permission for this in Discord' })).toEqual([])
    expect((await drift()).items).toMatchObject([{ kind: 'stuck', detail: expect.stringContaining('lacks a permission') }])
    await sync().followAll()
    expect(await asked()).toEqual([])
    await t.db.transaction().execute((tx) => tryStuck(tx, guildId))
    expect(await runErrands()).toEqual(['0=null'])
    expect(await t.db.selectFrom('discord_nicknames').selectAll().execute()).toEqual([])
  } finally {
    await t.db.updateTable('departments').set({ nickname_template: '' }).execute()
  }
})

test('a nickname that was theirs before is never taken', async () => {
  await t.db.updateTable('departments').set({ nickname_template: '{short}' }).where('name', '=', 'LSPD').execute()
  try {
    const person = await t.addPerson({ name: 'Rosa Delgado', departments: [{ name: 'LSPD', isPrimary: true }] })
    accounts.push(await insertLinked(t.db, guildId, person.userId))
    await t.db.updateTable('discord_members').set({ nickname: 'R. Delgado' }).where('discord_id', '=', accounts[0]!).execute()
    await start()
    expect(await runErrands()).toEqual(['+0'])
    await t.db.updateTable('departments').set({ nickname_template: '' }).execute()
    await sync().followAll()
    expect(await asked()).toEqual([])
  } finally {
    await t.db.updateTable('departments').set({ nickname_template: '' }).execute()
  }
})

test('what failed is tried again once the bot may do more, in the direction it was going', async () => {
  await officers(2)
  await start()
  await runErrands({ problem: 'The role is above the bot' })
  await sync().followAll()
  expect(await asked()).toEqual([])
  await t.db.transaction().execute((tx) => tryStuck(tx, guildId))
  expect(await runErrands()).toEqual(['+0', '+1'])
  await t.db.deleteFrom('user_departments').where('user_id', '=', people[0]!.userId).execute()
  await sync().followAll()
  await runErrands({ problem: 'The role is above the bot' })
  await t.db.transaction().execute((tx) => tryStuck(tx, guildId))
  expect(await runErrands()).toEqual(['-0'])
})

test('passes that end together wait for nobody, also where a department gives the same role', async () => {
  await t.db.insertInto('entitlements').values({ source_kind: 'pass', gift_kind: 'discordRole', discord_role_id: police }).execute()
  await officers(1)
  const sponsor = people[0]!.userId
  for (let index = 0; index < 5; index += 1) {
    const { userId } = await t.addPerson({})
    accounts.push(await insertLinked(t.db, guildId, userId))
    const times = { starts_at: new Date(Date.now() - 7_200_000), ends_at: new Date(Date.now() + 3_600_000) }
    await t.db
      .insertInto('grants')
      .values({ kind: 'pass', user_id: userId, sponsor_id: sponsor, state: 'active', whitelist: 'dev', hours: 3, ...times })
      .execute()
  }
  await start()
  await runErrands()
  await t.db.updateTable('grants').set({ state: 'expired', ended_at: new Date() }).execute()
  await sync().followAll()
  expect(await runErrands()).toEqual(['-1', '-2', '-3', '-4', '-5'])
})

test('unlinking takes away what we gave', async () => {
  await officers(1)
  await start()
  await runErrands()
  await t.db.deleteFrom('discord_links').where('user_id', '=', people[0]!.userId).execute()
  await sync().followAll()
  expect(await runErrands()).toEqual(['-0'])
})

test('a role that has gained power is given to nobody new for being linked, and those who have it keep it', async () => {
  const everyone = await insertRole(t.db, guildId, 'Members')
  await t.db.insertInto('entitlements').values({ source_kind: 'linked', gift_kind: 'discordRole', discord_role_id: everyone }).execute()
  const linked = async () => accounts.push(await insertLinked(t.db, guildId, (await t.addPerson({})).userId))
  await linked()
  await start()
  expect(await runErrands()).toEqual(['+0'])
  await linked()
  await sync().followAll()
  const gainPower = (roleId: string) => t.db.updateTable('discord_roles').set({ permissions: '8' }).where('id', '=', roleId).execute()
  await gainPower(everyone)
  // Asked for before, and looked at once more. Nobody took it by hand, so it is no drift.
  expect(await runErrands()).toEqual([])
  expect(await ledger()).toEqual(['0 given'])
  expect((await drift()).items).toEqual([])
  await linked()
  await sync().followAll()
  expect(await asked()).toEqual([])
  // Where someone decides on the department, it goes on.
  await gainPower(police)
  await officers(1)
  await sync().followAll()
  expect(await runErrands()).toEqual(['+3'])
})
