import { ACTS, Capability, type Act, type ActName } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actScenesOf, type Attempt } from './testing/act-table.ts'
import { dispatchOf, type Member } from './testing/test-dispatch.ts'
import { isFull } from './testing/test-length.ts'
import { startTestPortal, type TestPortal } from './testing/test-portal.ts'
import { watchWrites, type WriteWatch } from './testing/test-writes.ts'

/** On duty, for the department and in the rank named, besides the roles; ranks named here have every capability. */
const POSITIONS = {
  civilian: { department: 'CIV' },
  officer: { department: 'LSPD' },
  supervisor: { department: 'LSPD', rank: 'Sergeant' },
  dispatcher: { department: 'COMM', rank: 'Dispatch Supervisor' },
  fire: { department: 'FIRE' },
  legal: { department: 'LSPD', role: 'Legal Services' },
  judge: { department: 'LSPD', role: 'Legal Services Supervisor' },
  staff: { department: 'LSPD', rank: 'Sergeant', role: 'Staff' },
  admin: { department: 'LSPD', rank: 'Sergeant', role: 'Admin' },
  root: { department: 'LSPD', rank: 'Sergeant', role: 'Root' },
} as const satisfies Record<string, { department: string; rank?: string; role?: string }>
type Position = keyof typeof POSITIONS
const ALL = Object.keys(POSITIONS) as Position[]
/** The usual walk tries these in turn, up to the first who can do an act. */
const USUAL: readonly Position[] = ['root', 'judge', 'civilian', 'fire']

let t: TestPortal
let scenes: ReturnType<typeof actScenesOf>
let writes: WriteWatch
let third: Member
let other: Member
const members = new Map<Position, Member>()
beforeAll(async () => {
  t = await startTestPortal()
  scenes = actScenesOf(t)
  await sql`update ranks set capabilities = ${Capability.options} where name in ('Sergeant', 'Dispatch Supervisor')`.execute(t.db)
  const { onDuty } = dispatchOf(t)
  for (const position of isFull ? ALL : USUAL) {
    const { department, rank, role }: { department: string; rank?: string; role?: string } = POSITIONS[position]
    const also = department === 'CIV' ? [] : [{ name: 'CIV' }]
    const member = await onDuty({ department, also, ...(rank === undefined ? {} : { rank }) })
    if (role !== undefined) await giveRole(member, role)
    members.set(position, member)
  }
  third = await onDuty({ department: 'BCSO', also: [{ name: 'CIV' }] })
  other = await onDuty({ department: 'BCSO', also: [{ name: 'CIV' }] })
  writes = await watchWrites(t.db, digestOf)
})
afterAll(() => t.close())

const giveRole = ({ userId }: Member, role: string) =>
  sql`insert into user_roles (user_id, role_id) select ${userId}, id from roles where name = ${role}`.execute(t.db)

/** Left out: what is written without a call, or about the call itself. */
const isKeptByItself = (table: string) =>
  /^(api_log|server_activity|lookups|streams|sessions|patrol|discord_errands|units|whitelist_pushes)/.test(table)
const row = sql`(to_jsonb(x) - 'last_seen_at')::text`
const digestOf = (table: string) =>
  isKeptByItself(table) ? sql`null` : sql`(select md5(string_agg(${row}, '|' order by ${row})) from ${sql.table(`public.${table}`)} x)`

type Answer = { readonly isDone: boolean; readonly message: string; readonly body: string }
async function attempt({ http }: Member, { method, path, body }: Attempt): Promise<Answer> {
  const response = await http[method](path, body)
  expect(response.statusCode, `${path}: ${response.body}`).toBeLessThan(500)
  expect(response.statusCode, `${path}: ${response.body}`).not.toBe(429)
  const { message = '' } = response.json<{ message?: string }>()
  return { isDone: response.statusCode === 200, message, body: `${response.statusCode} ${response.body}` }
}
/** Refused, and nothing is written. */
async function attemptInVain(actor: Member, what: Attempt, why: string): Promise<Answer> {
  const before = await writes.digests()
  const answer = await attempt(actor, what)
  expect(answer.isDone, `${why}: ${answer.body}`).toBe(false)
  expect(await writes.digests(), why).toEqual(before)
  return answer
}

type Side = 'owner' | 'writer'
const SIDES = (Object.keys(ACTS) as ActName[]).flatMap((name) => {
  const act: Act = ACTS[name]
  return (['owner', 'writer'] as const).flatMap((side) => (act[side] ? [{ name, side, rule: act[side] }] : []))
})
const counts = { attempts: 0, refused: 0, could: 0 }

test.each(SIDES)('$name by its $side: $rule.rule', async ({ name, side, rule }) => {
  const act: Act = ACTS[name]
  let could = 0
  for (const [position, actor] of members) {
    if (could > 0 && !isFull) break
    const why = `${name} by a ${position}`
    // An act that only the writer may do is tried by the writer, regardless of the owner.
    const isWritten = act.writer?.rule === 'only' && side === 'owner'
    const about = (own: Side | null) =>
      scenes[name]({ actor, third, owner: own === 'owner' ? actor : third, writer: own === 'writer' || isWritten ? actor : other })
    counts.attempts += 2
    if (rule.rule === 'only') {
      await attemptInVain(actor, await about(null), why)
      counts.refused += 1
      if ((await attempt(actor, await about(side))).isDone) could += 1
    } else if ((await attempt(actor, await about(null))).isDone) {
      could += 1
      if (rule.rule === 'too') {
        const { isDone, body } = await attempt(actor, await about(side))
        expect(isDone, `${why}: ${body}`).toBe(true)
      } else {
        const { message } = await attemptInVain(actor, await about(side), why)
        expect(message, why).toBe(rule.message)
        counts.refused += 1
      }
    } else if (rule.rule === 'never') {
      await attemptInVain(actor, await about(side), why)
      counts.refused += 1
    }
  }
  counts.could += could
  expect(could, `nobody who was tried can do ${name}`).toBeGreaterThan(0)
})

test('every act was tried', () => {
  const { attempts, could, refused } = counts
  const tried = `${Object.keys(ACTS).length} acts (${SIDES.length} with those of writers) and ${members.size} positions`
  process.stdout.write(`${tried}: ${attempts} attempts, ${could} times by someone who could, ${refused} refused with nothing written\n`)
  expect(could).toBeGreaterThanOrEqual(SIDES.length)
  if (isFull) expect(attempts).toBe(SIDES.length * ALL.length * 2)
})
