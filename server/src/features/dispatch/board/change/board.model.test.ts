import { isDeepStrictEqual } from 'node:util'
import type { Call, PatrolUnit } from '@tenfour/contract'
import * as fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byId, watchBoard, watchCall, type BoardView, type CallView } from '../../../../testing/test-board.ts'
import { perform } from '../../../../testing/test-board-model.ts'
import {
  CAST,
  NAMES,
  personOf,
  PLACE,
  signOf,
  TYPES,
  type Action,
  type Model,
  type Name,
  type Who,
} from '../../../../testing/test-board-state.ts'
import { actionOf, isFreeOfDuty, stepsOf, type Step } from '../../../../testing/test-board-steps.ts'
import { dispatchOf, type Member } from '../../../../testing/test-dispatch.ts'
import { fullOr, numberFrom } from '../../../../testing/test-length.ts'
import { startTestPortal, until, WEB_KEY, type Http, type TestPortal } from '../../../../testing/test-portal.ts'

/** `BOARD_MODEL_RUNS=500 BOARD_MODEL_SEED=7` runs longer, or with another seed; a failure prints the seed and path. */
const RUNS = numberFrom('BOARD_MODEL_RUNS', fullOr(60, 6))
const SEED = numberFrom('BOARD_MODEL_SEED', 104)
/** Shorter walks don't meet every action and refusal. */
const ENOUGH_RUNS = 15
const MAX_STEPS = 50
const DEPARTMENT = { COMM: 5, LSPD: 2, BCSO: 3, FIRE: 6, CIV: 7 } as const

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let staff: Http
let staffToken: string
let otherServer: number
const people = new Map<Name, Member>()
beforeAll(async () => {
  t = await startTestPortal({ panicsAnHour: Number.MAX_SAFE_INTEGER })
  d = dispatchOf(t)
  staff = await t.as('staff')
  staffToken = (await t.person('staff')).token
  otherServer = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Second' })).json<{ serverId: number }>().serverId
  for (const name of NAMES) {
    const person = await t.addPerson({ name: personOf(name), departments: [{ name: CAST[name].department, isPrimary: true }] })
    people.set(name, { ...person, http: t.http(person.token), identifier: signOf(name) })
  }
})
afterAll(() => t.close())

const member = (name: Name): Member => people.get(name)!
const httpOf = (who: Who): Http => (who === 'staff' ? staff : member(who).http)
const idOf = (name: Name | null) => (name === null ? null : member(name).userId)

function send(action: Action): Promise<LightMyRequestResponse> {
  switch (action.kind) {
    case 'on duty': {
      const { identifier, http } = member(action.who)
      const departmentId = DEPARTMENT[CAST[action.who].department]
      return http.post('/api/patrol/unit/save', { serverId: action.serverId, departmentId, identifier, type: action.type })
    }
    case 'status':
      return d.status({ http: httpOf(action.by) }, member(action.who), action.status)
    case 'channel':
      return httpOf(action.by).post(`/api/patrol/unit/channel/${member(action.who).userId}`, { channel: action.channel })
    case 'create': {
      const { callTypeId } = TYPES[action.type % TYPES.length]!
      const unitIds = action.units.map((name) => member(name).userId)
      return httpOf(action.by).post('/api/cad/call', { serverId: 1, callTypeId, location: PLACE, unitIds })
    }
    case 'assign':
      return d.assign({ http: httpOf(action.by) }, member(action.who), action.callId, action.from)
    case 'change': {
      const attach = action.attach.map((each) => ({ userId: member(each.who).userId, from: each.from }))
      return d.changeUnits({ http: httpOf(action.by) }, action.callId, { attach, detach: action.detach.map((name) => member(name).userId) })
    }
    case 'lead':
      return httpOf(action.by).post(`/api/cad/call/${action.callId}/primary`, { userId: member(action.who).userId })
    case 'clear':
      return d.clear({ http: httpOf(action.by) }, action.callId, action.disposition)
    case 'merge':
      return d.merge({ http: httpOf(action.by) }, action.callId, action.into)
    case 'transfer': {
      const { handler, classes } = action
      const to = { ...(handler !== undefined && { handlerUserId: idOf(handler) }), ...(classes && { classes }) }
      return d.transfer({ http: httpOf(action.by) }, action.callId, to)
    }
    case 'note': {
      const token = action.by === 'staff' ? staffToken : member(action.by).token
      const http = t.http(token, WEB_KEY, { headers: { 'content-type': 'application/json' } })
      return http.post(`/api/cad/call/${action.callId}/callLog`, JSON.stringify(action.text))
    }
    case 'panic':
      return d.panic(member(action.who))
    case 'stand down':
      return d.standDown(member(action.who))
    case 'acknowledge':
      return d.acknowledge(member(action.who), action.callId)
    case 'reopen':
      return httpOf(action.by).post(`/api/cad/call/${action.callId}/reopen`)
    case 'take back':
      return httpOf(action.by).post(`/api/cad/call/${action.callId}/callLog/${entryIds.get(action)}/take-back`)
  }
}

/** The log entries that actions refer to, looked up before any of them is sent. */
const entryIds = new WeakMap<Action, number>()
async function findEntry(action: Action): Promise<void> {
  if (action.kind !== 'take back') return
  const { log } = await d.detail({ http: staff }, action.callId)
  entryIds.set(action, log.filter(({ takeBack }) => takeBack)[action.nth]!.callLogId)
}

/** The call an answer is about; an unused id if there is none. */
const callIdIn = (answer: LightMyRequestResponse) => (answer.statusCode === 200 && answer.json<{ callId?: number | null }>().callId) || -1

/**
 * Start of each run: everyone but the civilian is on duty, and no call is open. Written directly to the database for speed, because nobody
 * watches yet.
 */
async function startWalk(): Promise<{ model: Model; since: Since }> {
  await t.db.transaction().execute(async (tx) => {
    await sql`update call_units set cleared_at = now() where cleared_at is null`.execute(tx)
    await sql`update calls set status = 'cleared', cleared_at = now() where status <> 'cleared'`.execute(tx)
    await sql`update patrols set ended_at = greatest(started_at, now()) where ended_at is null`.execute(tx)
    await sql`update units set status = 1, on_duty_since = null, channel = '', server_id = 1, type = 1`.execute(tx)
  })
  const { rows } =
    await sql<Since>`select coalesce((select max(id) from calls), 0) as call, coalesce((select max(id) from patrols), 0) as patrol`.execute(
      t.db,
    )
  const off = { serverId: 1, type: 1, status: 1, callId: null, channel: '', patrols: 0, statusBy: 0, callBy: 0 } as const
  const units = Object.fromEntries(NAMES.map((name) => [name, { ...off }])) as Model['units']
  let model: Model = { board: 1, elsewhere: otherServer, units, calls: [], actions: 0 }
  for (const name of NAMES) {
    const { unitClass } = CAST[name]
    const action: Action = { kind: 'on duty', who: name, serverId: 1, type: unitClass === 2 ? 3 : 1 }
    expect((await send(action)).statusCode).toBe(200)
    model = perform(model, action, 0).model
  }
  const leave: Action = { kind: 'status', by: 'casey', who: 'casey', status: 1 }
  expect((await send(leave)).statusCode).toBe(200)
  return { model: perform(model, leave, 0).model, since: rows[0]! }
}

/** The visible state of the model, as the board, the calls and the database should have it. */
function expected(model: Model) {
  const onDuty = NAMES.filter((name) => model.units[name].status !== 1)
  const units = onDuty
    .filter((name) => model.units[name].serverId === model.board)
    .map((name) => {
      const { patrols: _patrols, statusBy: _statusBy, callBy: _callBy, ...unit } = model.units[name]
      return { userId: idOf(name), identifier: signOf(name), unitClass: CAST[name].unitClass, ...unit }
    })
  const calls = model.calls.map((call) => ({
    callId: call.callId,
    title: call.title,
    narrative: call.narrative,
    location: call.location,
    priority: call.priority,
    classes: call.classes,
    status: call.isCleared ? 'cleared' : call.units.length > 0 ? 'active' : 'pending',
    primaryUserId: idOf(call.lead),
    handlerUserId: idOf(call.handler),
    panicUserId: idOf(call.panicOf),
    panicAcknowledgedBy: call.acknowledgedBy.map((name) => ({ userId: idOf(name), identifier: signOf(name), name: personOf(name) })),
    mergedIntoId: call.mergedInto,
    disposition: call.disposition,
  }))
  return {
    units,
    open: byId(
      calls.filter(({ status }) => status !== 'cleared'),
      ({ callId }) => callId,
    ),
    patrols: NAMES.map((name) => ({ userId: idOf(name), count: model.units[name].patrols, isOpen: model.units[name].status !== 1 })),
    // Of two calls created concurrently, the model may have assumed the other order.
    onCalls: byId(
      model.calls.flatMap((call) => call.units.map((name) => ({ callId: call.callId, userId: idOf(name), isPrimary: call.lead === name }))),
      ({ callId }) => callId,
    ),
    stored: byId(
      calls.map((call, index) => ({ ...call, log: model.calls[index]?.log })),
      ({ callId }) => callId,
    ),
  }
}

const unitSeen = ({ userId, identifier, unitClass, serverId, type, status, callId, channel }: PatrolUnit) => ({
  userId,
  identifier,
  unitClass,
  serverId,
  type,
  status,
  callId,
  channel,
})
type Seen = Pick<
  Call,
  'callId' | 'title' | 'narrative' | 'location' | 'priority' | 'classes' | 'status' | 'primaryUserId' | 'handlerUserId'
> &
  Pick<Call, 'panicUserId' | 'panicAcknowledgedBy' | 'mergedIntoId' | 'disposition'>
const callSeen = (call: Seen): Seen => ({
  callId: call.callId,
  title: call.title,
  narrative: call.narrative,
  location: call.location,
  priority: call.priority,
  classes: call.classes,
  status: call.status,
  primaryUserId: call.primaryUserId,
  handlerUserId: call.handlerUserId,
  panicUserId: call.panicUserId,
  panicAcknowledgedBy: call.panicAcknowledgedBy,
  mergedIntoId: call.mergedIntoId,
  disposition: call.disposition,
})

type Since = { readonly call: number; readonly patrol: number }

async function stored(since: Since) {
  const { rows } = await sql<{ seq: number; patrols: object[]; onCalls: object[]; stored: object[] }>`select
    (select seq from streams where key = 'board:1') as seq,
    (select json_agg(json_build_object('userId', t.user_id, 'count', (select count(*) from patrols p where p.user_id = t.user_id and p.id > ${since.patrol}),
      'isOpen', exists (select from patrols p where p.user_id = t.user_id and p.ended_at is null)) order by t.user_id) from units t) as patrols,
    coalesce((select json_agg(json_build_object('callId', call_id, 'userId', user_id, 'isPrimary', is_primary) order by call_id, id)
      from call_units where cleared_at is null), '[]') as "onCalls",
    coalesce((select json_agg(json_build_object('callId', c.id, 'title', title, 'narrative', narrative, 'location', location,
      'priority', priority, 'classes', classes, 'status', status, 'handlerUserId', handler_id, 'panicUserId', panic_user_id,
      'panicAcknowledgedBy', panic_acknowledged_by, 'mergedIntoId', merged_into_id, 'disposition', disposition,
      'primaryUserId', (select user_id from call_units where call_id = c.id and is_primary and cleared_at is null),
      'log', (select json_agg(text order by id) from call_logs where call_id = c.id)) order by c.id)
      from calls c where id > ${since.call} and server_id = 1), '[]') as stored`.execute(t.db)
  return rows[0]!
}

/** A client receives what was committed within moments. */
async function caughtUp(view: { readonly seq: number }, seq: number): Promise<void> {
  await until(`number ${seq} is received`, () => view.seq >= seq)
  expect(view.seq).toBe(seq)
}

/** Compares the API with the database, and a connected client with the API. */
async function actual(view: BoardView, since: Since) {
  const { seq, ...held } = await stored(since)
  await caughtUp(view, seq)
  const units = byId((await staff.get('/api/patrol/units/1')).json<PatrolUnit[]>(), ({ userId }) => userId)
  const calls = byId((await staff.get('/api/cad/calls/active/1')).json<Call[]>(), ({ callId }) => callId)
  expect(view.outOfTurn).toEqual([])
  expect(byId(view.units.values(), ({ userId }) => userId)).toEqual(units)
  expect(byId(view.calls.values(), ({ callId }) => callId)).toEqual(calls)
  return { units: units.map(unitSeen), open: calls.map(callSeen), ...held }
}

const met = new Set<string>()

/** Runs one action, or two concurrently, and returns the next model: of two, either may have been first. */
async function walk(model: Model, view: BoardView, since: Since, actions: readonly Action[]): Promise<Model> {
  await Promise.all(actions.map(findEntry))
  const answers = await Promise.all(actions.map(send))
  const statuses = answers.map(({ statusCode }) => statusCode)
  const orders =
    actions.length === 1
      ? [[0]]
      : [
          [0, 1],
          [1, 0],
        ]
  const outcomes = orders.map((order) => {
    const expectedStatuses: number[] = []
    let next = model
    for (const index of order) {
      const done = perform(next, actions[index]!, callIdIn(answers[index]!))
      next = done.model
      expectedStatuses[index] = done.status
    }
    return { model: next, statuses: expectedStatuses, state: expected(next) }
  })
  const happened = { statuses, state: await actual(view, since) }
  const fitting = outcomes.find(({ statuses: each, state }) => isDeepStrictEqual({ statuses: each, state }, happened))
  // Reported as the difference to the first order.
  if (!fitting) expect(happened, JSON.stringify(actions)).toEqual({ statuses: outcomes[0]!.statuses, state: outcomes[0]!.state })
  actions.forEach(({ kind }, index) => met.add(`${kind} ${statuses[index]}`))
  return fitting?.model ?? outcomes[0]!.model
}

test(
  `after random actions, board, database and a connected client agree with a simple model (seed ${SEED})`,
  async () => {
    const property = fc.asyncProperty(stepsOf(MAX_STEPS), async (steps: readonly (readonly [Step, Step | null])[]) => {
      const { since, ...start } = await startWalk()
      let { model } = start
      const socket = await t.connect(staffToken)
      const view = await watchBoard(socket)
      const watched: CallView[] = []
      for (const [first, second] of steps) {
        const one = actionOf(model, first)
        const two = second && actionOf(model, second)
        if (!one) continue
        const isAtOnce = two && isFreeOfDuty(model, one) && isFreeOfDuty(model, two)
        model = await walk(model, view, since, isAtOnce ? [one, two] : [one])
        for (const { callId } of model.calls.slice(watched.length)) watched.push(await watchCall(socket, callId))
      }
      for (const call of watched) {
        const { callId } = call.call
        const { seq } = await t.db.selectFrom('calls').select('seq').where('id', '=', callId).executeTakeFirstOrThrow()
        await caughtUp(call, Number(seq))
        expect(call.outOfTurn).toEqual([])
        expect(call.call).toEqual(await d.detail({ http: staff }, callId))
      }
      socket.disconnect()
    })

    await fc.assert(property, { seed: SEED, numRuns: RUNS, plugins: [fc.unbiased()] })
    if (RUNS < ENOUGH_RUNS) return
    // Every kind of action was done, and every refusal occurred.
    const kinds = [
      'on duty',
      'status',
      'channel',
      'create',
      'assign',
      'change',
      'lead',
      'clear',
      'merge',
      'transfer',
      'note',
      'panic',
      'stand down',
      'acknowledge',
      'reopen',
      'take back',
    ]
    expect(kinds.filter((kind) => !met.has(`${kind} 200`))).toEqual([])
    expect(
      [
        'assign 409',
        'assign 403',
        'change 409',
        'change 403',
        'merge 400',
        'transfer 400',
        'reopen 409',
        'take back 409',
        'take back 403',
      ].filter((each) => !met.has(each)),
    ).toEqual([])
  },
  300_000 + RUNS * 60_000,
)
