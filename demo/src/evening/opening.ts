import { raisePanic, UNIT_STATUS } from '@tenfour/contract'
import { placeOf } from './places.ts'
import * as scenarios from './scenarios.ts'
import type { Scenario } from './scenarios.ts'
import type { Stage, Work } from './work.ts'

/** Times are seconds before the opening. */
type Sent = { readonly unit: string; readonly sent: number; readonly there?: number }
type OpenCall = { readonly scenario: Scenario; readonly location: string; readonly age: number; readonly units: readonly Sent[] }

/** Open calls when the first visitor arrives. */
export const OPENING: readonly OpenCall[] = [
  { scenario: scenarios.BURGLARY, location: 'Mirror Park Blvd', age: 2640, units: [{ unit: '2S08', sent: 2600, there: 2470 }] },
  { scenario: scenarios.NOISE, location: 'Alta St', age: 1324, units: [] },
  {
    scenario: scenarios.PURSUIT,
    location: 'Senora Fwy northbound',
    age: 700,
    units: [
      { unit: '1H44', sent: 695, there: 302 },
      { unit: '3L14', sent: 560 },
    ],
  },
  { scenario: scenarios.TRAFFIC_STOP, location: 'Route 1, Chumash', age: 453, units: [{ unit: '1H40', sent: 450, there: 448 }] },
  {
    scenario: scenarios.ROBBERY,
    location: 'Great Ocean Hwy, Banham Canyon',
    age: 381,
    units: [
      { unit: '4L12', sent: 348, there: 225 },
      { unit: '4L20', sent: 65 },
    ],
  },
  {
    scenario: scenarios.COLLISION,
    location: 'Del Perro Fwy',
    age: 295,
    units: [
      { unit: 'M61', sent: 160 },
      { unit: '2S12', sent: 150, there: 60 },
    ],
  },
  {
    scenario: scenarios.STRUCTURE_FIRE,
    location: 'Grapeseed Ave',
    age: 182,
    units: [
      { unit: 'E51', sent: 170, there: 130 },
      { unit: 'L51', sent: 165 },
    ],
  },
  { scenario: scenarios.SHOTS, location: 'Forum Dr', age: 72, units: [] },
]
const PANIC = { unit: '2S31', location: 'Route 68, Harmony', age: 18 }

/** Schedules the opening calls and how they continue. */
export function planOpening({ agenda, act, crew }: Stage, work: Work, now: number): void {
  const mateCalled = (identifier: string) => crew.mates.find((mate) => mate.identifier === identifier)
  const ago = (seconds: number) => now - seconds * 1000
  for (const { scenario, location, age, units } of OPENING) {
    let callId: number | undefined
    agenda.at(ago(age), async () => {
      callId = await work.take(scenario, placeOf(location))
    })
    for (const { unit, sent, there } of units) {
      const mate = mateCalled(unit)
      if (!mate) continue
      agenda.at(ago(sent), async () => {
        if (callId !== undefined) await work.dispatch(callId, [mate])
      })
      if (there === undefined) {
        agenda.at(now + (sent % 50) * 1000, async () => {
          if (callId !== undefined) await work.arrive(callId, mate)
        })
        continue
      }
      agenda.at(ago(there), async () => {
        if (callId === undefined) return
        await work.become(mate, UNIT_STATUS.onScene)
        // After the opening it continues on its own.
        work.speak(callId, mate, there + (sent % 60))
      })
      agenda.at(ago(there / 2), async () => {
        if (callId !== undefined) await work.tell(callId, mate)
      })
    }
  }
  const { location, postal, x, y } = placeOf(PANIC.location)
  const mate = mateCalled(PANIC.unit)
  if (!mate) return
  agenda.at(ago(PANIC.age), async () => {
    await work.become(mate, UNIT_STATUS.busy)
    await act(mate.userId, raisePanic, { params: { userId: mate.userId }, body: { location, postal, x, y } })
    agenda.in(300, () => work.backInService(mate))
  })
}
