import {
  createCall,
  heard,
  listActiveCalls,
  listDispatchers,
  raisePanic,
  UNIT_CLASS,
  UNIT_STATUS,
  type Call,
  type CallPriority,
} from '@tenfour/contract'
import { PLACES, type Area } from './places.ts'
import { CIVILIAN_CALLS, PANIC, SCENARIOS } from './scenarios.ts'
import type { Stage, Work } from './work.ts'

export const MAX_OPEN_CALLS = 9
/** Seconds until a dispatcher handles a call, by priority; longer while a visitor dispatches, so that they can take calls. */
const PATIENCE: Readonly<Record<CallPriority, readonly [number, number]>> = { 1: [10, 25], 2: [20, 50], 3: [45, 100], 4: [80, 200] }
const VISITOR_PATIENCE = 150

/** Recurring activity: calls come in and get units, units take breaks and change shifts, and everyone stays active. */
export function planRoutine(stage: Stage, work: Work): void {
  const { agenda, act, random, crew, serverId } = stage
  const every = (low: number, high: number, action: () => Promise<void>) => {
    const again = () =>
      agenda.in(random.int(low, high), async () => {
        again()
        await action()
      })
    again()
  }
  const openCalls = async (): Promise<Call[]> => (await act(work.dispatcher(), listActiveCalls, { params: { serverId } })) ?? []
  const placeIn = (areas: readonly Area[]) => random.pick(PLACES.filter(({ area }) => areas.includes(area)))

  const comeIn = async () => {
    const open = await openCalls()
    if (open.length >= MAX_OPEN_CALLS) return
    if (random.chance(0.2)) return callFromCivilian()
    const scenario = random.pick(SCENARIOS.filter(({ title }) => !open.some((call) => call.title === title)))
    const place = placeIn(scenario.areas)
    if (!scenario.isSelfInitiated) return void (await work.take(scenario, place))
    const [officer] = await work.free(UNIT_CLASS.Leo)
    if (officer) await work.comeUpon(scenario, place, officer)
  }
  const callFromCivilian = async () => {
    const { userId } = random.pick(crew.mates.filter(({ unitClass }) => unitClass === UNIT_CLASS.Other))
    const { location, postal, x, y } = placeIn(['city', 'coast'])
    await act(userId, createCall, { body: { serverId, narrative: random.pick(CIVILIAN_CALLS), location, postal, x, y } })
  }

  const seen = new Map<number, number>()
  const watchBoard = async () => {
    const pending = (await openCalls()).filter(({ status }) => status === 'pending')
    const isVisited = await isVisitorDispatching()
    for (const call of pending) {
      const { callId, priority, panicUserId } = call
      if (panicUserId !== null) work.adopt(callId, PANIC)
      const since = seen.get(callId) ?? agenda.now() + (random.int(...PATIENCE[priority]) + (isVisited ? VISITOR_PATIENCE : 0)) * 1000
      seen.set(callId, since)
      if (since <= agenda.now() && (await work.sendFree(callId))) {
        seen.delete(callId)
        return
      }
    }
    for (const callId of seen.keys()) if (!pending.some((call) => call.callId === callId)) seen.delete(callId)
  }
  const isVisitorDispatching = async () => {
    const all = await act(work.dispatcher(), listDispatchers, { params: { serverId } })
    return all?.some(({ userId }) => !work.mateOf(userId)) ?? false
  }

  const takeBreak = async () => {
    const [mate] = await work.free(random.pick([UNIT_CLASS.Leo, UNIT_CLASS.Leo, UNIT_CLASS.Fire]))
    if (!mate) return
    await work.become(mate, random.chance(0.7) ? UNIT_STATUS.busy : UNIT_STATUS.outOfService)
    agenda.in(random.int(60, 200), () => work.backInService(mate))
  }
  const changeShift = async () => {
    const [mate] = await work.free(random.pick([UNIT_CLASS.Leo, UNIT_CLASS.Fire]))
    if (!mate) return
    await work.become(mate, UNIT_STATUS.offDuty)
    crew.relieve(mate)
    agenda.in(random.int(15, 60), () => work.goOnDuty(mate).then(() => undefined))
  }
  const panic = async () => {
    const [mate] = await work.free(UNIT_CLASS.Leo)
    if (!mate) return
    const { location, postal, x, y } = placeIn(['city', 'county', 'highway'])
    await work.become(mate, UNIT_STATUS.busy)
    await act(mate.userId, raisePanic, { params: { userId: mate.userId }, body: { location, postal, x, y } })
    agenda.in(random.int(200, 300), () => work.backInService(mate))
  }

  every(18, 40, comeIn)
  every(5, 10, watchBoard)
  every(45, 100, takeBreak)
  every(240, 420, changeShift)
  every(900, 1500, panic)
  for (const mate of crew.mates) {
    every(180, 280, async () => void (await act(mate.userId, heard, { params: { userId: mate.userId } })))
  }
}
