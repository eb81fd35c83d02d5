import { changeCallUnits, clearCall, createCall, raisePanic, setUnitStatus, soundTone } from '@tenfour/contract'
import { expect, test, vi } from 'vitest'
import { CLOSED, createBoardActions, OFFLINE } from './board-actions.ts'
import { type BoardState, createBoardStore } from './board-store.ts'
import { buildBoard, buildCall, buildUnit } from './testing/build-board.ts'

function setUp(
  state: BoardState = buildBoard([buildUnit(1), buildUnit(2, { callId: 7 })], [buildCall(7, { title: 'Traffic stop' }), buildCall(8)]),
) {
  const call = vi.fn<(...made: unknown[]) => Promise<unknown>>(() => Promise.resolve({ callId: 9 }))
  const confirm = vi.fn(() => Promise.resolve(true))
  const onRefused = vi.fn()
  const onFailed = vi.fn()
  // Each endpoint has its own response type, which a single fake cannot express.
  const actions = createBoardActions({ board: createBoardStore(state), call: call as never, confirm, onRefused, onFailed })
  return { actions, call, confirm, onRefused, onFailed }
}

test.each(['lost', 'loading', 'closed'] as const)('while the board is %s, nothing is sent and the user is told', async (phase) => {
  const { actions, call, confirm, onRefused } = setUp({ ...buildBoard([buildUnit(2, { callId: 7 })]), phase })
  expect(await actions.setStatus(1, 5)).toBe(false)
  expect(await actions.assign([2], 8)).toBe(false)
  expect(await actions.createCall({ title: 'Fire' })).toBeUndefined()
  expect(call).not.toHaveBeenCalled()
  expect(confirm).not.toHaveBeenCalled()
  expect(onRefused).toHaveBeenCalledTimes(3)
  expect(onRefused).toHaveBeenCalledWith(phase === 'closed' ? CLOSED : OFFLINE)
})

test('actions are sent to the server', async () => {
  const { actions, call } = setUp()
  expect(await actions.setStatus(1, 5)).toBe(true)
  expect(call).toHaveBeenCalledWith(setUnitStatus, { params: { userId: 1, status: 5 }, query: {} })
  expect(await actions.clear(7, '  ')).toBe(true)
  expect(call).toHaveBeenCalledWith(clearCall, { params: { callId: 7 }, query: { disposition: undefined } })
  expect(await actions.createCall({ title: 'Fire' })).toBe(9)
  expect(call).toHaveBeenCalledWith(createCall, { body: { title: 'Fire', serverId: 1 } })
})

test('a free unit is sent without a question; a unit that is already on the call is not sent again', async () => {
  const { actions, call, confirm } = setUp()
  expect(await actions.assign([1, 2], 7)).toBe(true)
  expect(confirm).not.toHaveBeenCalled()
  expect(call).toHaveBeenCalledExactlyOnceWith(changeCallUnits, { params: { callId: 7 }, body: { attach: [{ userId: 1, from: 0 }] } })
})

test('taking a unit off another call is asked first, and names the call it is taken from', async () => {
  const { actions, call, confirm } = setUp()
  expect(await actions.assign([1, 2], 8)).toBe(true)
  expect(confirm).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ title: 'Send 4L2 to call 8?', body: '4L2 is on call 7, Traffic stop.' }),
  )
  expect(call).toHaveBeenLastCalledWith(changeCallUnits, {
    params: { callId: 8 },
    body: {
      attach: [
        { userId: 1, from: 0 },
        { userId: 2, from: 7 },
      ],
    },
  })

  const other = setUp()
  other.confirm.mockResolvedValue(false)
  expect(await other.actions.assign([2], 8)).toBe(false)
  expect(other.call).not.toHaveBeenCalled()
})

test('units are taken off whichever call they are on', async () => {
  const { actions, call } = setUp(
    buildBoard([buildUnit(1, { callId: 7 }), buildUnit(2, { callId: 8 }), buildUnit(3), buildUnit(4, { callId: 7 })]),
  )
  expect(await actions.release([1, 2, 3, 4])).toBe(true)
  expect(call.mock.calls).toEqual([
    [changeCallUnits, { params: { callId: 7 }, body: { detach: [1, 4] } }],
    [changeCallUnits, { params: { callId: 8 }, body: { detach: [2] } }],
  ])
})

test('a tone sounds on the server of the board, a panic names its own unit', async () => {
  const { actions, call } = setUp()
  expect(await actions.tone({ classes: [3], message: 'Structure fire', callId: 7 })).toBe(true)
  expect(call).toHaveBeenLastCalledWith(soundTone, { body: { classes: [3], message: 'Structure fire', callId: 7, serverId: 1 } })
  expect(await actions.panic(1)).toBe(9)
  expect(call).toHaveBeenLastCalledWith(raisePanic, { params: { userId: 1 }, body: {} })
})

test('a failure is passed on, with what was not done', async () => {
  const { actions, call, onFailed } = setUp()
  const conflict = new Error('Dana sent 4L1 to call 8 3 s ago')
  call.mockRejectedValue(conflict)
  expect(await actions.assign([1], 7)).toBe(false)
  expect(await actions.createCall({})).toBeUndefined()
  expect(await actions.clear(7)).toBe(false)
  expect(onFailed.mock.calls).toEqual([
    [conflict, '4L1 was not sent to 7'],
    [conflict, 'The call was not created'],
    [conflict, 'Call 7 was not cleared'],
  ])
})
