import type { PlannedChange, SyncCounts } from '@tenfour/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { insertRole } from '../../../testing/test-discord-rows.ts'
import { placeSyncGuild, type SyncGuild } from '../../../testing/test-sync.ts'

const BOT_POSITION = 100
const DENIED = 'The bot lacks a permission for this in Discord'
let t: TestPortal
let guild: SyncGuild
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())
beforeEach(async () => {
  guild = await placeSyncGuild(t)
  await t.db.deleteFrom('entitlements').execute()
  await setTemplate('{short}')
})

const setTemplate = (nickname_template: string) =>
  t.db.updateTable('departments').set({ nickname_template }).where('name', '=', 'LSPD').execute()
const addOfficer = (name: string, roleIds: readonly string[] = []) =>
  guild.addMember({ name, departments: [{ name: 'LSPD', isPrimary: true }] }, roleIds)
const makeOwner = (index: number) => t.db.updateTable('discord_guilds').set({ owner_id: guild.accounts[index]! }).execute()
const roleAt = async (position: number): Promise<string> => {
  const id = await insertRole(t.db, guild.id, `At ${position}`)
  await t.db.updateTable('discord_roles').set({ position }).where('id', '=', id).execute()
  return id
}
const preview = async () =>
  (await (await t.as('admin')).get(guild.path('plan'))).json<{ items: PlannedChange[]; counts: SyncCounts; notRenamed: number }>()
const driftKinds = async () => (await guild.drift()).items.map(({ kind }) => kind)
const failures = async () => (await t.db.selectFrom('discord_errands').select('id').where('state', '=', 'failed').execute()).length

test('the owner and members above the bot are not renamed, and the preview counts them', async () => {
  await addOfficer('Rosa Delgado')
  await addOfficer('Ann Senn', [await roleAt(BOT_POSITION)])
  await addOfficer('Petr Novak', [await roleAt(BOT_POSITION - 1)])
  await makeOwner(0)
  const { items, counts, notRenamed } = await preview()
  expect(items.map(({ nickname }) => nickname?.after)).toEqual(['P. Novak'])
  expect([counts.nicknames, notRenamed]).toEqual([1, 2])
  await guild.start()
  expect(await guild.runErrands()).toEqual(['2=P. Novak'])
  await guild.tryStuck()
  await guild.followAll()
  expect(await guild.asked()).toEqual([])
  expect(await driftKinds()).toEqual([])
})

test('a member who is no longer above the bot is renamed', async () => {
  const high = await roleAt(BOT_POSITION + 1)
  await addOfficer('Rosa Delgado', [high])
  await guild.start()
  expect(await guild.asked()).toEqual([])
  await t.db.updateTable('discord_roles').set({ position: 1 }).where('id', '=', high).execute()
  await guild.followAll()
  expect(await guild.runErrands()).toEqual(['0=R. Delgado'])
})

test('a nickname that the portal set stays with a member who is now above the bot, until it can be removed', async () => {
  await addOfficer('Rosa Delgado')
  await guild.start()
  await guild.runErrands()
  const high = await roleAt(BOT_POSITION)
  const setRoles = (role_ids: string[]) => t.db.updateTable('discord_members').set({ role_ids }).execute()
  await setRoles([high])
  await guild.followAll()
  await setTemplate('')
  await guild.followAll()
  expect(await guild.asked()).toEqual([])
  expect(await driftKinds()).toEqual([])
  await setRoles([])
  await guild.followAll()
  expect(await guild.runErrands()).toEqual(['0=null'])
})

test('a refused nickname of a member above the bot is not tried again at every return of the bot', async () => {
  await addOfficer('Rosa Delgado')
  await guild.start()
  await guild.runErrands({ problem: DENIED })
  expect(await driftKinds()).toEqual(['stuck'])
  await makeOwner(0)
  await guild.tryStuck()
  await guild.runErrands({ problem: DENIED })
  expect(await failures()).toBe(1)
  expect(await driftKinds()).toEqual([])
})
