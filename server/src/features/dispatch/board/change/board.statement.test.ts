import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDispatch, type Dispatch, type Member } from '../../../../testing/test-dispatch.ts'
import type { TestPortal } from '../../../../testing/test-portal.ts'
import { statementFor, type StepName } from './board.statement.ts'

let t: TestPortal
let d: Dispatch
let dispatcher: Member
let officer: Member
beforeAll(async () => {
  ;({ t, d, dispatcher, officer } = await startDispatch())
})
afterAll(() => t.close())

test('after many kinds of batches rarer ones share one statement with the same effect', async () => {
  const steps: StepName[] = ['settled_pings', 'written_units', 'heard', 'new_calls', 'audited', 'ended_patrols', 'new_stretches']
  const kinds = Array.from({ length: 2 ** steps.length }, (_, bits) => steps.filter((_step, index) => bits & (1 << index)))
  expect(new Set(kinds.map((needed) => statementFor(needed))).size).toBeLessThan(kinds.length)
  expect(statementFor(['new_logs', 'audited'])).toBe(statementFor(['new_calls', 'stepped_up']))

  const { callId } = await d.call(dispatcher)
  const done = [
    await d.assign(dispatcher, officer, callId),
    await d.status(officer, officer, 6),
    await d.panic(officer),
    await d.clear(dispatcher, callId, 'Unfounded'),
    await d.status(officer, officer, 1),
    await d.status(officer, officer, 3),
  ]
  expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
  const { identifier } = officer
  expect(await d.texts(dispatcher, callId)).toEqual([
    expect.any(String),
    `${identifier} en route`,
    `${identifier} on scene`,
    expect.stringContaining('panic button'),
    'Call cleared: Unfounded',
  ])
  expect(await d.unit(dispatcher, officer)).toMatchObject({ status: 3, callId: null })
  const patrols = await t.db.selectFrom('patrols').select('ended_at').where('user_id', '=', officer.userId).orderBy('id').execute()
  expect(patrols.map(({ ended_at }) => ended_at !== null)).toEqual([true, false])
})
