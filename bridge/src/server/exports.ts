import { z } from 'zod'
import type { Arguments } from './arguments.ts'
import { coordinatesOf } from './players.ts'
import type { EventAnswer, Events } from './events.ts'
import type { Plates } from './plates.ts'
import { AWAY, type Report } from './records.ts'
import type { Units } from './units.ts'

type Options = {
  readonly events: Events
  readonly units: Units
  readonly isConnected: () => boolean
  readonly plates: Plates<EventAnswer>
  readonly args: Arguments
  /** The exports about characters, vehicles and penalties. */
  readonly records: Readonly<Record<string, (...args: never[]) => unknown>>
}

/**
 * API for the server's other resources, as exports and as events of the same names. Each function returns the id of its request; the
 * outcome follows as the event `tenfour:answered`. Invalid arguments throw.
 */
export function publishExports({ events, units, isConnected, plates, args, records }: Options): void {
  const { playerOrNone, player, table, callback } = args
  const withPosition = (source: string | null, place: object) => ({ ...(source !== null && coordinatesOf(source)), ...place })

  const tellHits = (id: string | null, report: Report): void => {
    if (id === null) return report(null, 'Too many plates at once')
    const tell = (answer: EventAnswer) => (answer.ok ? report(answer.result.hits) : report(null, answer.message))
    const known = plates.answerTo(id)
    if (known) tell(known)
    else if (!isConnected()) report(null, AWAY)
    else if (!plates.whenAnswered(id, tell)) report(null, 'Too many scripts wait for this plate')
  }

  const published = {
    /** A call by a player, or by a script: `{ title, text, type, priority, location, postal, x, y, attach }`. */
    createCall: (who: unknown, call: unknown) => {
      const [source, details] = [playerOrNone('createCall', who), table('createCall', call)]
      if (!HasSubject.safeParse(details).success) throw new Error('createCall: say what it is about, with a title, a text or a type')
      return events.put('call-created', source, withPosition(source, details)).id
    },
    /** A 911 call by a player, or by the given `caller`: `{ text, caller, location, postal, x, y }`. */
    call911: (who: unknown, call: unknown) => {
      const source = playerOrNone('call911', who)
      return events.put('call-911', source, withPosition(source, table('call911', call))).id
    },
    setStatus: (who: unknown, status: unknown) => events.put('status', player('setStatus', who), { status }).id,
    goOnDuty: (who: unknown, unit: unknown) => events.put('duty-on', player('goOnDuty', who), table('goOnDuty', unit)).id,
    goOffDuty: (who: unknown) => events.put('duty-off', player('goOffDuty', who), {}).id,
    panic: (who: unknown, place: unknown) => {
      const source = player('panic', who)
      return events.put('panic', source, withPosition(source, table('panic', place))).id
    },
    /** One reading per plate while it stays in sight, with one answer; null if the rate limit is exceeded. */
    readPlate: (who: unknown, plate: unknown, done?: unknown) => {
      const [source, reading] = [playerOrNone('readPlate', who), table('readPlate', plate)]
      const report = callback.optional('readPlate', done)
      const id = plates.take(
        source ?? '',
        WithPlate.parse(reading).plate,
        () => events.put('plate-read', source, withPosition(source, reading)).id,
      )
      if (report) tellHits(id, report)
      return id
    },
    /** The player has paid the fine of a report, as `reportId` of a penalty. */
    finePaid: (reportId: unknown) => events.put('fine-paid', null, { reportId: Number(reportId) }).id,
    /** `{ identifier, status, callId, unitClass }` of a player on duty, or null. */
    getUnit: (who: unknown) => units.of(player('getUnit', who)) ?? null,
    getUnits: () => units.all(),
  }
  for (const [name, fn] of Object.entries<(...args: never[]) => unknown>({ ...published, ...records })) {
    exports(name, fn)
    if (!/^(get|lookup)/.test(name)) on(`tenfour:${name}`, (...given) => void fn(...given))
  }
}

const WithPlate = z.object({ plate: z.string().catch('') })
const NonEmpty = z.string().trim().min(1)
const HasSubject = z.union([z.object({ title: NonEmpty }), z.object({ text: NonEmpty }), z.object({ type: NonEmpty })])
