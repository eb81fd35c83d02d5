import {
  DEPARTMENT,
  MAX_DESKTOP_LAYOUTS,
  UNIT_CLASS,
  type DepartmentLayout,
  type DesktopLayout,
  type NamedLayout,
  type OwnDepartmentLayout,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startDispatch, type Dispatch, type Member } from '../../../testing/test-dispatch.ts'
import type { Http, TestPortal } from '../../../testing/test-portal.ts'

const { LSPD, BCSO } = DEPARTMENT
const { Leo } = UNIT_CLASS
let t: TestPortal
let d: Dispatch
let officer: Member
let chief: Http
let staff: Http
beforeAll(async () => {
  ;({ t, d, officer } = await startDispatch())
  await sql`update ranks set capabilities = ${['headDepartment']} where department_id = ${LSPD} and name = 'Chief'`.execute(t.db)
  const person = await t.addPerson({ name: 'The chief', departments: [{ name: 'LSPD', rank: 'Chief', isPrimary: true }] })
  chief = t.http(person.token)
  staff = await t.as('staff')
})
beforeEach(async () => {
  await t.db.deleteFrom('desktop_layouts').execute()
  await t.db.deleteFrom('department_layouts').execute()
})
afterAll(() => t.close())

const tabs = (level: number, ...panels: string[]) => ({ level, share: 1, tabs: panels, active: panels[0] ?? '' })
const CALLS: DesktopLayout = { direction: 'row', areas: [tabs(1, 'calls', 'call'), tabs(1), tabs(2, 'units'), tabs(2, 'map')] }
const MAP: DesktopLayout = { direction: 'column', areas: [tabs(1, 'map')] }

const save = (http: Http, name: string, layout: unknown = CALLS) => http.post('/api/cad/layouts', { name, unitClass: Leo, layout })
const list = async (http: Http) => (await http.get('/api/cad/layouts')).json<NamedLayout[]>()
const setDefault = (http: Http, input: object, departmentId: number = LSPD) =>
  http.put(`/api/cad/layouts/departments/${departmentId}`, { unitClass: Leo, size: 'wide', layout: CALLS, version: 0, ...input })
const onDesktop = async (http: Http) => (await http.get('/api/cad/layouts/department')).json<OwnDepartmentLayout | null>()

test('a member keeps layouts under names; nobody else sees, changes or deletes them', async () => {
  const [other, nobody] = [await d.onDuty(), await t.as('member')]
  const kept = (await save(officer.http, ' Two calls ')).json<NamedLayout>()
  expect(kept).toMatchObject({ name: 'Two calls', unitClass: Leo, layout: CALLS, version: 1 })
  expect(await list(officer.http)).toEqual([kept])
  expect(await list(other.http)).toEqual([])
  const edit = { name: 'Mine', layout: MAP, version: 1 }
  for (const [http, status] of [
    [other.http, 404],
    [nobody, 403],
  ] as const) {
    expect((await http.put(`/api/cad/layouts/${kept.layoutId}`, edit)).statusCode).toBe(status)
    expect((await http.delete(`/api/cad/layouts/${kept.layoutId}?version=1`)).statusCode).toBe(status)
  }
  expect(await list(officer.http)).toEqual([kept])
  const exported = await officer.http.get(`/api/user/export/${officer.userId}`)
  expect(exported.json()).toMatchObject({ desktopLayouts: [{ name: 'Two calls', layout: CALLS }] })
})

test('two pages of a member change a layout at once: one does, the other is told', async () => {
  const { layoutId } = (await save(officer.http, 'Mine')).json<NamedLayout>()
  const change = (layout: DesktopLayout) => officer.http.put(`/api/cad/layouts/${layoutId}`, { name: 'Mine', layout, version: 1 })
  expect((await Promise.all([change(MAP), change(MAP)])).map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await officer.http.delete(`/api/cad/layouts/${layoutId}?version=1`)).statusCode).toBe(409)
  expect((await officer.http.delete(`/api/cad/layouts/${layoutId}?version=2`)).statusCode).toBe(200)
  expect(await list(officer.http)).toEqual([])
})

test('a name is there once for a class, and there are at most twenty layouts, also when many are saved at once', async () => {
  await save(officer.http, 'Mine')
  expect((await save(officer.http, 'MINE')).json()).toMatchObject({ code: 'conflict', field: 'name' })
  const all = await Promise.all(Array.from({ length: 25 }, (_, index) => save(officer.http, `Layout ${index}`)))
  expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(MAX_DESKTOP_LAYOUTS - 1)
  expect(await list(officer.http)).toHaveLength(MAX_DESKTOP_LAYOUTS)
})

test.each([
  ['no areas', { ...CALLS, areas: [] }],
  ['an area that lies in none', { ...CALLS, areas: [tabs(2, 'calls')] }],
  ['a gap between levels', { ...CALLS, areas: [tabs(1), tabs(3, 'calls')] }],
  ['an area within a group of tabs', { ...CALLS, areas: [tabs(1, 'calls'), tabs(2, 'map')] }],
  ['an empty row at the end', { ...CALLS, areas: [tabs(1, 'calls'), tabs(1)] }],
  ['a share of nothing', { ...CALLS, areas: [{ ...tabs(1, 'calls'), share: 0 }] }],
  ['markup for a panel', { ...CALLS, areas: [tabs(1, '<script>')] }],
  ['a direction of its own', { ...CALLS, direction: '__proto__' }],
  ['more areas than a desktop has', { ...CALLS, areas: Array.from({ length: 61 }, () => tabs(1, 'calls')) }],
  ['a text', JSON.stringify(CALLS)],
])('a layout with %s is refused', async (_what, layout) => {
  expect((await save(officer.http, 'Mine', layout)).json()).toMatchObject({
    code: 'invalid_input',
    field: expect.stringMatching(/^layout/),
  })
  expect((await setDefault(chief, { layout })).statusCode).toBe(400)
  expect(await list(officer.http)).toEqual([])
})

test("a head sets the department's default, which its members on duty have; other heads and officers do not", async () => {
  expect(await onDesktop(officer.http)).toBeNull()
  expect((await setDefault(officer.http, {})).statusCode).toBe(403)
  expect((await setDefault(chief, {}, BCSO)).statusCode).toBe(403)
  expect((await setDefault(staff, {}, 999_999)).json()).toMatchObject({ code: 'not_found', field: 'departmentId' })
  const set = (await setDefault(chief, {})).json<DepartmentLayout[]>()
  expect(set).toMatchObject([{ unitClass: Leo, size: 'wide', isSet: true, setBy: 'The chief', version: 1 }])
  // For another class than that of the department's units.
  await setDefault(staff, { unitClass: UNIT_CLASS.Fire, size: 'vast' })
  expect(await onDesktop(officer.http)).toEqual({
    departmentId: LSPD,
    department: 'LSPD',
    unitClass: Leo,
    layouts: [{ size: 'wide', layout: CALLS }],
  })
  expect(await onDesktop(chief)).toBeNull()
  const dispatcher = await d.onDuty({ department: 'COMM' })
  expect(await onDesktop(dispatcher.http)).toBeNull()
  await d.status(officer, officer, 1)
  expect(await onDesktop(officer.http)).toBeNull()
})

test('two heads set a default at once: one does, the other is told; a removed one is as shipped again, and both are in the audit log', async () => {
  const both = await Promise.all([setDefault(chief, {}), setDefault(staff, { layout: MAP })])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  const after = (await setDefault(staff, { layout: null, version: 1 })).json<DepartmentLayout[]>()
  expect(after).toMatchObject([{ isSet: false, version: 2 }])
  // A head who still sees the layout that was removed does not set it again unknowingly.
  expect((await setDefault(chief, {})).statusCode).toBe(409)
  expect((await setDefault(chief, { version: 1 })).statusCode).toBe(409)
  const unit = await d.onDuty()
  expect(await onDesktop(unit.http)).toBeNull()
  const { rows } = await sql<{ action: string }>`
    select action from audit where subject_type = 'department' and action like 'department.layout%' order by id desc limit 2`.execute(t.db)
  expect(rows.map(({ action }) => action)).toEqual(['department.layout-removed', 'department.layout-set'])
})
