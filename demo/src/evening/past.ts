import { createDispatchNote, UNIT_CLASS, UNIT_STATUS } from '@tenfour/contract'
import { PLACES } from './places.ts'
import { NOTES, SCENARIOS } from './scenarios.ts'
import type { Stage, Work } from './work.ts'

const MINUTE_MS = 60_000
const YESTERDAYS_CALLS = 24
const EARLIER_CALLS = 7

/** Yesterday's shift and the first hour of tonight's. */
export function planPast(stage: Stage, work: Work, now: number): void {
  const { agenda, act, random, crew, serverId } = stage
  const callsBetween = (from: number, to: number, count: number) => {
    for (let index = 0; index < count; index += 1) {
      agenda.at(from + ((to - from) * (index + random.next() / 2)) / count, () => happen())
    }
  }
  const happen = async () => {
    const scenario = random.pick(SCENARIOS)
    const place = random.pick(PLACES.filter(({ area }) => scenario.areas.includes(area)))
    const [officer] = await work.free(UNIT_CLASS.Leo)
    if (scenario.isSelfInitiated && officer) return void (await work.comeUpon(scenario, place, officer))
    const callId = await work.take(scenario, place)
    if (callId !== undefined) agenda.in(random.int(20, 90), () => work.sendFree(callId).then(() => undefined))
  }

  const start = yesterdayAt(now, 18, 30)
  const end = yesterdayAt(now, 21, 45)
  crew.mates.forEach((mate, index) => {
    agenda.at(start + index * MINUTE_MS, () => work.goOnDuty(mate).then(() => undefined))
    agenda.at(end + index * 10_000, () => work.become(mate, UNIT_STATUS.offDuty).then(() => undefined))
  })
  callsBetween(start + 25 * MINUTE_MS, end - 20 * MINUTE_MS, YESTERDAYS_CALLS)

  const tonight = now - 105 * MINUTE_MS
  crew.mates.forEach((mate, index) => {
    agenda.at(tonight + index * MINUTE_MS * 0.8, () => work.goOnDuty(mate).then(() => undefined))
  })
  NOTES.forEach((text, index) => {
    agenda.at(tonight + (20 + index * 12) * MINUTE_MS, async () => {
      await act(work.dispatcher(), createDispatchNote, { params: { serverId }, body: { text } })
    })
  })
  callsBetween(tonight + 18 * MINUTE_MS, tonight + 50 * MINUTE_MS, EARLIER_CALLS)
}

function yesterdayAt(now: number, hours: number, minutes: number): number {
  const day = new Date(now)
  day.setDate(day.getDate() - 1)
  return day.setHours(hours, minutes, 0, 0)
}
