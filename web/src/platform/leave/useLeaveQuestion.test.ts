import { expect, test, vi } from 'vitest'
import { leaveQuestion } from './leave-questions.ts'
import { createLeaveBlocker, SESSION_QUESTION } from './useLeaveQuestion.ts'

const at = (index: number, pathname = `/page/${index}`) => ({ pathname, state: { __TSR_index: index } })
const back = (from: number, to: number) => ({ currentLocation: at(from), nextLocation: at(to), action: 'BACK' })

test('staying undoes the move, leaving does not', async () => {
  expect(await createLeaveBlocker(async () => false)(back(3, 2))).toBe(true)
  expect(await createLeaveBlocker(async () => true)(back(3, 2))).toBe(false)
})

test('the question is asked again the next time', async () => {
  const ask = vi.fn(async () => false)
  const blocks = createLeaveBlocker(ask)
  await blocks(back(3, 2))
  await blocks(back(3, 2))
  expect(ask).toHaveBeenCalledTimes(2)
})

test('two presses before the answer are one question, and only the second move is undone', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const ask = vi.fn(() => promise)
  const blocks = createLeaveBlocker(ask)
  const first = vi.fn()
  void blocks(back(3, 2)).then(first)
  const second = blocks(back(3, 1))
  resolve(false)
  expect(await second).toBe(true)
  expect(ask).toHaveBeenCalledOnce()
  expect(first).not.toHaveBeenCalled()
})

test('back and forward again while the question is open undoes nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const blocks = createLeaveBlocker(() => promise)
  const first = vi.fn()
  void blocks(back(3, 2)).then(first)
  expect(await blocks(back(3, 3))).toBe(false)
  resolve(false)
  await promise
  expect(first).not.toHaveBeenCalled()
})

test('a change of the query alone is not leaving', async () => {
  const ask = vi.fn(async () => false)
  const blocks = createLeaveBlocker(ask)
  expect(await blocks({ currentLocation: at(1, '/cad/desktop'), nextLocation: at(2, '/cad/desktop'), action: 'PUSH' })).toBe(false)
  expect(ask).not.toHaveBeenCalled()
})

test('the question counts the changes of all forms on the page', () => {
  expect(leaveQuestion([{ changes: () => 1 }])).toMatchObject({ title: 'Leave without saving?', body: '1 change on this page is lost.' })
  expect(leaveQuestion([{ changes: () => 1 }, { changes: () => 2 }]).body).toBe('3 changes on this page are lost.')
})

test('where a session would be reset, the question says so', () => {
  expect(leaveQuestion([{ changes: () => 2 }, { changes: () => 1, question: SESSION_QUESTION }])).toBe(SESSION_QUESTION)
})
