import { z } from 'zod'
import { coordinatesOf } from './commands.ts'
import type { Events } from './events.ts'
import { createPlates } from './plates.ts'
import { isPlaying, steamOf } from './players.ts'
import type { Units } from './units.ts'

/**
 * API for the server's other resources, as exports and as events of the same names. Each function returns the id of its request; the
 * outcome follows as the event `tenfour:answered`. Invalid arguments throw.
 */
export function publishExports({ events, units }: { events: Events; units: Units }): void {
  /** Null for 0 or a missing argument. */
  const playerOrNone = (name: string, player: unknown): string | null => {
    if (player === null || player === undefined || player === 0 || player === '0') return null
    const source = typeof player === 'number' || typeof player === 'string' ? String(player) : ''
    if (isPlaying(source)) return source
    throw new Error(
      `${name}: the first argument is the number of a player who is connected, or 0 for nobody; it was ${JSON.stringify(player)}`,
    )
  }
  const player = (name: string, value: unknown): string => {
    const source = playerOrNone(name, value)
    if (source === null) throw new Error(`${name}: the first argument is the number of the player it is about`)
    return source
  }
  /** Lua has only one table type, and an empty one arrives as an array. */
  const table = (name: string, value: unknown): object => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return {}
    if (typeof value === 'object' && !Array.isArray(value)) return value
    throw new Error(`${name}: the second argument is a table; it was ${JSON.stringify(value)}`)
  }
  const plates = createPlates()
  const withPosition = (source: string | null, place: object) => ({ ...(source !== null && coordinatesOf(source)), ...place })

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
    /** One reading per plate while it stays in sight; null if the rate limit is exceeded. */
    readPlate: (who: unknown, plate: unknown) => {
      const [source, reading] = [playerOrNone('readPlate', who), table('readPlate', plate)]
      return plates.take(
        source ?? '',
        WithPlate.parse(reading).plate,
        () => events.put('plate-read', source, withPosition(source, reading)).id,
      )
    },
    /** `{ identifier, status, callId, unitClass }` of a player on duty, or null. */
    getUnit: (who: unknown) => {
      const steam = steamOf(player('getUnit', who))
      return (steam === undefined ? undefined : units.of(steam)) ?? null
    },
    getUnits: () => units.all(),
  }
  for (const [name, fn] of Object.entries(published)) {
    exports(name, fn)
    if (!name.startsWith('get')) on(`tenfour:${name}`, fn)
  }
}

const WithPlate = z.object({ plate: z.string().catch('') })
const NonEmpty = z.string().trim().min(1)
const HasSubject = z.union([z.object({ title: NonEmpty }), z.object({ text: NonEmpty }), z.object({ type: NonEmpty })])
