import { ACTS } from '@tenfour/contract'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordsOf } from '../../testing/test-records.ts'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { assertAct } from './acts.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())

test('the server asks about every act of the table', () => {
  const features = path.join(import.meta.dirname, '../../features')
  const files = globSync('**/*.ts', { cwd: features }).filter((file) => !file.endsWith('.test.ts'))
  const code = files.map((file) => readFileSync(path.join(features, file), 'utf8')).join('\n')
  expect(Object.keys(ACTS).filter((act) => !code.includes(`'${act}'`))).toEqual([])
})

test("members can't decide on their own characters, however they own them", async () => {
  const { character } = recordsOf(t)
  const [me, other] = [await t.addPerson(), await t.addPerson()]
  const mine = await character(me)
  const noted = await character(null)
  const theirs = await character(other)
  await t.db.updateTable('characters').set({ merged_into_id: mine, removed_at: new Date() }).where('id', '=', noted).execute()
  const vehicleOf = async (characterId: number, plate: string) =>
    (
      await t.db
        .insertInto('vehicles')
        .values({ plate, vin: `VIN${plate}`, model: 'Sultan', character_id: characterId })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await t.db
    .insertInto('discord_links')
    .values({ user_id: me.userId, discord_id: '77', username: 'me', display_name: 'Me', how: 'page' })
    .execute()
  const own = [
    { userIds: [me.userId] },
    { characterIds: [theirs, mine] },
    { characterIds: [noted] },
    { vehicleIds: [await vehicleOf(mine, 'MINE1')] },
    { discordIds: ['77'] },
  ]
  for (const about of own) {
    await expect(assertAct(t.db, 'claim.decide', me, about), JSON.stringify(about)).rejects.toMatchObject({ code: 'forbidden' })
    await assertAct(t.db, 'claim.withdraw', me, about)
  }
  const others = [{ userIds: [other.userId, null] }, { characterIds: [theirs] }, { vehicleIds: [await vehicleOf(theirs, 'THEIRS1')] }, {}]
  for (const about of others) {
    await assertAct(t.db, 'claim.decide', me, about)
    await expect(assertAct(t.db, 'claim.withdraw', me, about), JSON.stringify(about)).rejects.toMatchObject({ code: 'not_found' })
  }
})
