import { afterAll, beforeAll, expect, test } from 'vitest'
import { addGap, addPatrol, letSee } from '../../../testing/test-patrol-rows.ts'
import { startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'

/** The calendar of a member goes back a year. */
const MONTH = new Date(new Date().setUTCMonth(new Date().getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
const PERIOD = `from=${MONTH}-01&to=${MONTH}-28`

let t: TestPortal
let holder: Http
let staff: Http
/** A member of LSPD and, not as the primary one, BCSO, who patrolled for both. */
let both: Person
/** A member of BCSO alone. */
let other: Person
let ids: { lspd: number; bcso: number; others: number }
beforeAll(async () => {
  t = await startTestPortal()
  await letSee(t, 2, 'Sergeant')
  const sergeant = await t.addPerson({ name: 'Sergeant', departments: [{ name: 'LSPD', rank: 'Sergeant', isPrimary: true }] })
  holder = t.http(sergeant.token)
  staff = await t.as('staff')
  both = await t.addPerson({
    name: 'Both',
    departments: [
      { name: 'BCSO', rank: 'Deputy', isPrimary: true },
      { name: 'LSPD', rank: 'Officer I', isPrimary: false },
    ],
  })
  other = await t.addPerson({ name: 'Other', departments: [{ name: 'BCSO', rank: 'Deputy', isPrimary: true }] })
  ids = {
    lspd: await addPatrol(t, both, `${MONTH}-02T10:00:00Z`, { endedAt: `${MONTH}-02T12:00:00Z`, calls: 3 }),
    bcso: await addPatrol(t, both, `${MONTH}-03T10:00:00Z`, { endedAt: `${MONTH}-03T15:00:00Z`, calls: 4, departmentId: 3 }),
    others: await addPatrol(t, other, `${MONTH}-03T10:00:00Z`, { endedAt: `${MONTH}-03T15:00:00Z`, calls: 5, departmentId: 3 }),
  }
  for (const [name, id] of Object.entries(ids)) {
    const day = name === 'lspd' ? `${MONTH}-02` : `${MONTH}-03`
    await addGap(t, id, { from: `${day}T11:00:00Z`, to: `${day}T11:30:00Z` })
  }
})
afterAll(() => t.close())

test('a holder of the capability sees the patrols for their department and no others, in every list', async () => {
  const lists = [`/api/user/getUserPatrols/${both.userId}`, `/api/patrols/of/${both.userId}`]
  for (const path of lists) {
    const listed = async (http: Http) => {
      const answer = (await http.get(path)).json()
      return (Array.isArray(answer) ? answer : answer.items).map(({ patrolId }: { patrolId: number }) => patrolId)
    }
    expect(await listed(holder)).toEqual([ids.lspd])
    expect(await listed(staff)).toEqual([ids.bcso, ids.lspd])
    expect(await listed(t.http(both.token))).toEqual([ids.bcso, ids.lspd])
  }
  expect((await holder.get(`/api/patrols/of/${both.userId}`)).json()).toMatchObject({ total: 1 })
  expect((await holder.get(`/api/patrols/of/${both.userId}?departmentId=3`)).json()).toMatchObject({ total: 0, items: [] })
  expect((await holder.get(`/api/patrols/of/${other.userId}`)).json()).toMatchObject({ total: 0, items: [] })
  expect((await t.http(other.token).get(`/api/patrols/of/${both.userId}`)).statusCode).toBe(403)
})

test('a patrol is found by its member, by staff and by a holder in its department; for others it does not exist', async () => {
  const status = async (http: Http, id: number) => (await http.get(`/api/patrols/${id}`)).statusCode
  expect(await status(holder, ids.lspd)).toBe(200)
  expect(await status(holder, ids.bcso)).toBe(404)
  expect(await status(t.http(other.token), ids.bcso)).toBe(404)
  expect(await status(t.http(both.token), ids.bcso)).toBe(200)
  expect(await status(staff, ids.bcso)).toBe(200)
  const [hidden, missing] = [await holder.get(`/api/patrols/${ids.bcso}`), await holder.get('/api/patrols/999999')]
  const words = (answer: typeof hidden) => ({ ...answer.json(), requestId: '' })
  expect(words(hidden)).toEqual(words(missing))
  const detail = async (http: Http, id: number) => (await http.get(`/api/patrols/${id}`)).json()
  expect(await detail(holder, ids.lspd)).toMatchObject({ canDecide: true, canReplay: false })
  expect(await detail(t.http(both.token), ids.lspd)).toMatchObject({ canDecide: false })
  expect(await detail(staff, ids.bcso)).toMatchObject({ canDecide: true })
})

test('the summary of a member has only the hours that the caller may see', async () => {
  const weeks = async (http: Http) => {
    const { days } = (await http.get(`/api/patrols/summary/${both.userId}`)).json()
    return (days as { countedSeconds: number }[]).reduce((sum, { countedSeconds }) => sum + countedSeconds, 0)
  }
  expect(await weeks(holder)).toBe(1.5 * 3600)
  expect(await weeks(staff)).toBe(6 * 3600)
  expect(await weeks(t.http(both.token))).toBe(6 * 3600)
})

test('the viewer only has the departments of the caller: members, sums, counts, days and waiting decisions', async () => {
  const overview = (await holder.get(`/api/patrols/overview?${PERIOD}`)).json()
  expect(overview).toMatchObject({
    total: { seconds: 7200, countedSeconds: 5400, calls: 3, patrols: 1 },
    members: 2,
    review: { corrections: 0, flagged: 1 },
    days: [{ day: `${MONTH}-02`, departmentId: 2, countedSeconds: 5400 }],
    departments: [{ departmentId: 2, members: 2, countedSeconds: 5400 }],
  })
  expect(overview.departments).toHaveLength(1)
  expect(new Set(overview.ranks.map(({ departmentId }: { departmentId: number }) => departmentId))).toEqual(new Set([2]))
  const members = (await holder.get(`/api/patrols/members?${PERIOD}`)).json()
  expect(members.total).toBe(2)
  // A page past the end, as when members went off duty meanwhile.
  expect((await holder.get(`/api/patrols/members?${PERIOD}&page=5`)).json()).toMatchObject({ total: 2, items: [] })
  expect(members.items).toMatchObject([
    {
      name: 'Both',
      departmentId: 2,
      rankName: 'Officer I',
      countedSeconds: 5400,
      calls: 3,
      patrols: 1,
      lastPatrolAt: `${MONTH}-02T12:00:00.000Z`,
    },
    { name: 'Sergeant', countedSeconds: 0 },
  ])
  const reviews = (await holder.get('/api/patrols/review')).json()
  expect(reviews).toMatchObject({ total: 1, items: [{ patrolId: ids.lspd, name: 'Both', gapSeconds: 1800, asked: null }] })
  expect((await staff.get('/api/patrols/review')).json()).toMatchObject({ total: 3 })
})

test("a filter for a department that the caller doesn't see leaves nothing", async () => {
  expect((await holder.get(`/api/patrols/overview?${PERIOD}&departmentId=3`)).json()).toMatchObject({
    total: { seconds: 0, countedSeconds: 0, calls: 0, patrols: 0 },
    members: 0,
    review: { corrections: 0, flagged: 0 },
    days: [],
    departments: [],
    ranks: [],
    byStatus: [],
  })
  expect((await holder.get(`/api/patrols/members?${PERIOD}&departmentId=3`)).json()).toMatchObject({ total: 0, items: [] })
  expect((await holder.get('/api/patrols/review?departmentId=3')).json()).toMatchObject({ total: 0, items: [] })
  const rank = await t.db
    .selectFrom('ranks')
    .select('id')
    .where('department_id', '=', 3)
    .where('name', '=', 'Deputy')
    .executeTakeFirstOrThrow()
  expect((await holder.get(`/api/patrols/members?${PERIOD}&rankId=${rank.id}`)).json()).toMatchObject({ total: 0 })
  expect((await staff.get(`/api/patrols/members?${PERIOD}&rankId=${rank.id}`)).json()).toMatchObject({ total: 2 })
})

test('a period that ends before it starts, is too long, or of no time zone is refused', async () => {
  const refused = async (query: string) => (await staff.get(`/api/patrols/members?${query}`)).json()
  expect(await refused('from=2026-03-02&to=2026-03-01')).toMatchObject({ code: 'invalid_input', field: 'to' })
  expect(await refused('from=2025-01-01&to=2026-03-01')).toMatchObject({ code: 'invalid_input', field: 'to' })
  expect(await refused(`${PERIOD}&timeZone=Nowhere`)).toMatchObject({ code: 'invalid_input', field: 'timeZone' })
  expect(await refused('from=today&to=2026-03-01')).toMatchObject({ code: 'invalid_input', field: 'from' })
})
