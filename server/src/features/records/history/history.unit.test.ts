import { capability, lookupUnit, type AccessSubject } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf } from '../../../testing/test-records.ts'
import { actingSupervisor, actingUnit } from './history.unit.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
})
afterAll(() => t.close())

/** As the request was let in: police, with a rank that may act on licences. */
const letIn = ({ userId }: Member): Actor => {
  const subject = {
    userId,
    roleGroups: [],
    permissions: [],
    signsWarrants: false,
    hasCadDepartment: true,
    isCivilian: false,
    departmentIds: [2],
    capabilities: [{ departmentId: 2, capability: 'actOnLicences' }],
    duty: { serverId: 1, unitClass: 1, type: 1 },
  } satisfies AccessSubject
  return { userId, subject, user: { name: 'R. Delgado' } } as unknown as Actor
}

test('a unit acts as it is now, not as it was when the request came in', async () => {
  const officer = await r.officer()
  expect(await actingUnit(t.db, letIn(officer), lookupUnit())).toMatchObject({ userId: officer.userId, identifier: officer.identifier })
  await sql`update units set unit_class = 0, department_id = 7 where user_id = ${officer.userId}`.execute(t.db)
  await expect(actingUnit(t.db, letIn(officer), lookupUnit()), 'a civilian by now').rejects.toMatchObject({ code: 'forbidden' })
  await sql`delete from units where user_id = ${officer.userId}`.execute(t.db)
  await expect(actingUnit(t.db, letIn(officer), lookupUnit()), 'off duty').rejects.toMatchObject({ code: 'forbidden' })
})

test('a capability that the rank lost meanwhile no longer counts', async () => {
  const officer = await r.supervisor()
  const supervise = () => t.db.transaction().execute((tx) => actingSupervisor(tx, letIn(officer), 'actOnLicences'))
  const act = () => actingUnit(t.db, letIn(officer), capability('actOnLicences'), 'actOnLicences')
  expect([await supervise(), await act()]).toMatchObject([{ identifier: officer.identifier }, { identifier: officer.identifier }])
  await sql`update ranks set capabilities = '{}' where department_id = 2`.execute(t.db)
  await expect(supervise()).rejects.toMatchObject({ code: 'forbidden' })
  await expect(act()).rejects.toMatchObject({ code: 'forbidden' })
})
