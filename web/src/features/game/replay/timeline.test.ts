import { UNIT_STATUS } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import { buildCall, buildReplay, buildUnit, instant, moment } from './testing/evening.ts'
import {
  callIdAt,
  callStateAt,
  callTimes,
  createTimeline,
  dutyAt,
  firstMoment,
  lastIndex,
  lineAt,
  type ReplayMember,
  type TimelineCall,
} from './timeline.ts'

const memberOf = (over: Parameters<typeof buildReplay>[0]): ReplayMember => {
  const [member] = createTimeline(buildReplay(over)).members
  if (!member) throw new Error('The replay has nobody in it')
  return member
}
const callOf = (over: Parameters<typeof buildCall>[0] = {}): TimelineCall => {
  const [call] = createTimeline(buildReplay({ calls: [buildCall(over)] })).calls
  if (!call) throw new Error('The replay has no call in it')
  return call
}

test.each([
  [[], 5, -1],
  [[1, 3, 5], 0, -1],
  [[1, 3, 5], 1, 0],
  [[1, 3, 5], 4, 1],
  [[1, 3, 5], 5, 2],
  [[1, 3, 3, 5], 3, 2],
])('in %j the last one at or before %d is at %d', (times, at, expected) => {
  expect(lastIndex(times.length, (index) => times[index] ?? 0, at)).toBe(expected)
})

describe('it starts', () => {
  const at = (seconds: number) => [{ at: instant(seconds), status: UNIT_STATUS.inService, identifier: '4L12' }]
  const late = buildUnit({ stretches: at(900) })
  const early = buildUnit({ userId: 2, endedAt: instant(300) })
  const startOf = (over: Parameters<typeof buildReplay>[0], tracks: number | null = null) =>
    firstMoment(createTimeline(buildReplay(over)), tracks === null ? null : moment(tracks))

  test('shortly before a unit comes on duty, moves or is logged in a call, even where someone is on duty', () => {
    expect(startOf({ units: [late] })).toBe(moment(895))
    expect(startOf({ units: [early, late] })).toBe(moment(895))
    expect(startOf({ units: [early, late] }, 400)).toBe(moment(395))
    expect(startOf({ units: [late], calls: [buildCall({ log: [{ at: instant(120), author: null, text: '911 call received' }] })] })).toBe(
      moment(115),
    )
  })

  test('at once where there is something from the beginning, and where there is nothing at all', () => {
    expect(startOf({ units: [early, late] }, 0)).toBe(moment(0))
    expect(startOf({ units: [] })).toBe(moment(0))
  })
})

describe('a member', () => {
  test('has the status and call sign of the last change', () => {
    const member = memberOf({
      units: [
        buildUnit({
          stretches: [
            { at: instant(-60), status: UNIT_STATUS.inService, identifier: '4L12' },
            { at: instant(100), status: UNIT_STATUS.enRoute, identifier: '4L12' },
            { at: instant(200), status: UNIT_STATUS.onScene, identifier: '4L20' },
          ],
          endedAt: instant(300),
        }),
      ],
    })
    expect(dutyAt(member, moment(-61))).toBeNull()
    expect(dutyAt(member, moment(99))).toMatchObject({ status: UNIT_STATUS.inService, identifier: '4L12' })
    expect(dutyAt(member, moment(100))).toMatchObject({ status: UNIT_STATUS.enRoute })
    expect(dutyAt(member, moment(299))).toMatchObject({ status: UNIT_STATUS.onScene, identifier: '4L20' })
    expect(dutyAt(member, moment(300))).toBeNull()
  })

  test('whose patrols follow each other at the same instant is on duty throughout', () => {
    const member = memberOf({
      units: [
        buildUnit({
          patrolId: 71,
          departmentName: 'BCSO',
          stretches: [{ at: instant(300), status: UNIT_STATUS.busy, identifier: '2S08' }],
        }),
        buildUnit({ stretches: [{ at: instant(0), status: UNIT_STATUS.inService, identifier: '4L12' }], endedAt: instant(300) }),
      ],
    })
    expect(dutyAt(member, moment(299))).toMatchObject({ identifier: '4L12', departmentName: 'LSPD' })
    expect(dutyAt(member, moment(300))).toMatchObject({ identifier: '2S08', departmentName: 'BCSO' })
  })

  test('without a recorded status is on duty, and says that it is not known', () => {
    const member = memberOf({ units: [buildUnit({ stretches: [{ at: instant(0), status: null, identifier: '4L12' }] })] })
    expect(dutyAt(member, moment(1))).toMatchObject({ isStatusKnown: false, identifier: '4L12' })
  })

  test('without a call sign of their own has the one of a call, or else the name', () => {
    const units = [buildUnit({ stretches: [{ at: instant(0), status: UNIT_STATUS.inService, identifier: '' }] })]
    const on = { userId: 7, identifier: '4L12', assignedAt: instant(100), enRouteAt: null, onSceneAt: null, clearedAt: null }
    expect(dutyAt(memberOf({ units }), moment(1))?.identifier).toBe('Marsh T.')
    expect(dutyAt(memberOf({ units, calls: [buildCall({ units: [on] })] }), moment(1))?.identifier).toBe('4L12')
  })

  test('is on the call they were last sent to, until they leave it or it is cleared', () => {
    const on = (from: number, to: number | null) => ({
      userId: 7,
      identifier: '4L12',
      assignedAt: instant(from),
      enRouteAt: null,
      onSceneAt: null,
      clearedAt: to === null ? null : instant(to),
    })
    const member = memberOf({
      calls: [
        buildCall({ callId: 1, units: [on(100, 200)] }),
        buildCall({ callId: 2, units: [on(200, 300)] }),
        buildCall({ callId: 3, clearedAt: instant(500), units: [on(400, null)] }),
      ],
    })
    expect([99, 100, 199, 200, 299, 300, 400, 499, 500].map((at) => callIdAt(member, moment(at)))).toEqual([
      null,
      1,
      1,
      2,
      2,
      null,
      3,
      3,
      null,
    ])
  })
})

test('a call is pending, active while someone is on it, and gone once it is cleared', () => {
  const call = callOf({
    units: [
      { userId: 7, identifier: '4L12', assignedAt: instant(100), enRouteAt: null, onSceneAt: null, clearedAt: instant(200) },
      { userId: 8, identifier: '4L20', assignedAt: instant(300), enRouteAt: null, onSceneAt: null, clearedAt: null },
    ],
  })
  expect([59, 60, 100, 199, 200, 300, 899, 900].map((at) => callStateAt(call, moment(at)))).toEqual([
    null,
    'pending',
    'active',
    'active',
    'pending',
    'active',
    'active',
    null,
  ])
  expect(callStateAt(callOf({ clearedAt: null }), moment(99_999))).toBe('pending')
})

describe('the log', () => {
  const log = [
    { at: instant(60), author: null, text: '911 in game, T. Marsh: two masked males' },
    { at: instant(108), author: 'Dispatch D.', text: '4L12 en route' },
    { at: instant(200), author: 'Dispatch D.', text: 'one suspect at the vault' },
    { at: instant(210), author: 'Dispatch D.', text: 'Created by Dispatch D.' },
  ]
  test('begins with the unit or the author of a line, whichever the line is about', () => {
    const { lines } = createTimeline(buildReplay({ calls: [buildCall({ log })] }))
    expect(lines.map(({ unit, author, text }) => [unit || author, text])).toEqual([
      [null, '911 in game, T. Marsh: two masked males'],
      ['4L12', 'en route'],
      ['Dispatch D.', 'one suspect at the vault'],
      [null, 'Created by Dispatch D.'],
    ])
  })

  test('of several calls and units is in order, and the current line is the last one said', () => {
    const { lines } = createTimeline(
      buildReplay({
        units: [buildUnit({ endedAt: instant(150) }), buildUnit({ userId: 8, patrolId: 80 })],
        calls: [buildCall({ callId: 2, log: [{ at: instant(100), author: null, text: 'second' }] }), buildCall({ log })],
      }),
    )
    expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted((a, b) => a - b))
    expect(lines.map(({ text }) => text)).toContain('off duty')
    expect(lineAt(lines, moment(59))).toBe(-1)
    expect(lines[lineAt(lines, moment(107))]?.text).toBe('second')
    expect(lines[lineAt(lines, moment(108))]?.text).toBe('en route')
    expect(lineAt(lines, moment(9999))).toBe(lines.length - 1)
  })

  test('has changes of status only where one unit is played', () => {
    const stretches = [
      { at: instant(0), status: UNIT_STATUS.inService, identifier: '4L12' },
      { at: instant(50), status: UNIT_STATUS.busy, identifier: '4L12' },
    ]
    const alone = createTimeline(buildReplay({ units: [buildUnit({ stretches })] }))
    const among = createTimeline(buildReplay({ units: [buildUnit({ stretches }), buildUnit({ userId: 8, patrolId: 80 })] }))
    expect(alone.lines.map(({ text }) => text)).toEqual(['busy'])
    expect(among.lines).toEqual([])
  })
})

test("a call's times count from its creation: answered, first unit sent, on scene", () => {
  const unit = { userId: 7, identifier: '4L12', enRouteAt: null, clearedAt: null }
  const call = callOf({
    units: [
      { ...unit, assignedAt: instant(200), onSceneAt: null },
      { ...unit, assignedAt: instant(108), onSceneAt: instant(264) },
    ],
    log: [
      { at: instant(60), author: 'Caller C.', text: '911 call received' },
      { at: instant(60.4), author: 'Caller C.', text: 'Tone to police' },
      { at: instant(65), author: null, text: 'Priority 2 to 1' },
      { at: instant(69), author: 'Dispatch D.', text: 'Dispatch D. (D-3) handles this call' },
    ],
  })
  expect(callTimes(call)).toEqual({ answered: 9000, sent: 48_000, onScene: 204_000 })
  expect(callTimes(callOf())).toEqual({ answered: null, sent: null, onScene: null })
})
