import { expect, test } from 'vitest'
import type { PositionsHandlers } from './positions-source.ts'
import { sharedPositions } from './shared-positions.ts'
import { standInSource } from './testing/stand-in-source.ts'

function follower() {
  const events: string[] = []
  const handlers: PositionsHandlers = {
    onPhase: (phase, group) => events.push(`${phase} ${group}`),
    onRoster: (roster) => events.push(`roster ${[...roster.keys()].join()}`),
    onFrame: ({ changed, gone }) => events.push(`frame ${[...changed].map(([slot, { x }]) => `${slot}@${x}`).join()} -${gone.join()}`),
    onReset: () => events.push('reset'),
  }
  return { events, handlers }
}

test('two who follow the same are served by one subscription, which ends with the last of them', () => {
  const { source, follow, stopped, frame } = standInSource()
  const shared = sharedPositions(source)
  const [one, other] = [follower(), follower()]
  const leave = shared.follow(one.handlers)
  const leaveToo = shared.follow(other.handlers)
  frame({ 1: 10 })
  expect(follow).toHaveBeenCalledTimes(1)
  expect([one.events.at(-1), other.events.at(-1)]).toEqual(['frame 1@10 -', 'frame 1@10 -'])
  leave()
  leave()
  expect(stopped).not.toHaveBeenCalled()
  frame({ 1: 20 })
  expect([one.events.at(-1), other.events.at(-1)]).toEqual(['frame 1@10 -', 'frame 1@20 -'])
  leaveToo()
  expect(stopped).toHaveBeenCalledTimes(1)
})

test('who comes later is told at once how things stand', () => {
  const { source, frame, roster, say } = standInSource()
  const shared = sharedPositions(source)
  shared.follow(follower().handlers)
  say()?.onPhase('live', 'all')
  roster({ 1: 7, 2: 8 })
  frame({ 1: 10, 2: 20 })
  frame({ 1: 11 }, [2])
  const late = follower()
  shared.follow(late.handlers)
  expect(late.events).toEqual(['live all', 'roster 1,2', 'frame 1@11 -'])
})

test('a state from before all followers left, or from before a reset, is not told again', () => {
  const { source, frame, roster, say } = standInSource()
  const shared = sharedPositions(source)
  const leave = shared.follow(follower().handlers)
  roster({ 1: 7 })
  frame({ 1: 10 })
  say()?.onReset()
  const late = follower()
  const leaveToo = shared.follow(late.handlers)
  expect(late.events).toEqual(['loading units', 'roster '])
  leave()
  leaveToo()
  const anew = follower()
  shared.follow(anew.handlers)
  expect(anew.events).toEqual([])
})
