import { z } from 'zod'
import { standing } from './commands.ts'
import type { Events } from './events.ts'
import { createPlates } from './plates.ts'
import { isPlaying, steamOf } from './players.ts'
import type { Units } from './units.ts'

/**
 * For the other resources of the server, as exports and as events of the same names. Each answers the id of what it asked for; what came of
 * it is the event `tenfour:answered`. What is wrong with it is thrown at whoever called.
 */
export function publishExports({ events, units }: { events: Events; units: Units }): void {
  /** Nobody where it is 0 or left out. */
  const somebody = (name: string, player: unknown): string | null => {
    if (player === null || player === undefined || player === 0 || player === '0') return null
    const source = typeof player === 'number' || typeof player === 'string' ? String(player) : ''
    if (isPlaying(source)) return source
    throw new Error(
      `${name}: the first argument is the number of a player who is connected, or 0 for nobody; it was ${JSON.stringify(player)}`,
    )
  }
  const player = (name: string, value: unknown): string => {
    const source = somebody(name, value)
    if (source === null) throw new Error(`${name}: the first argument is the number of the player it is about`)
    return source
  }
  /** Lua knows one kind of table, and sends an empty one as a list. */
  const table = (name: string, value: unknown): object => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return {}
    if (typeof value === 'object' && !Array.isArray(value)) return value
    throw new Error(`${name}: the second argument is a table; it was ${JSON.stringify(value)}`)
  }
  const plates = createPlates()
  const at = (source: string | null, place: object) => ({ ...(source !== null && standing(source)), ...place })

  const published = {
    /** A call by a player, or by nobody: `{ title, text, type, priority, location, postal, x, y, attach }`. */
    createCall: (who: unknown, call: unknown) => {
      const [source, words] = [somebody('createCall', who), table('createCall', call)]
      if (!SaysWhat.safeParse(words).success) throw new Error('createCall: say what it is about, with a title, a text or a type')
      return events.put('call-created', source, at(source, words)).id
    },
    /** A call to 911 in a player's name, or in that of whoever the `caller` is: `{ text, caller, location, postal, x, y }`. */
    call911: (who: unknown, call: unknown) => {
      const source = somebody('call911', who)
      return events.put('call-911', source, at(source, table('call911', call))).id
    },
    setStatus: (who: unknown, status: unknown) => events.put('status', player('setStatus', who), { status }).id,
    goOnDuty: (who: unknown, unit: unknown) => events.put('duty-on', player('goOnDuty', who), table('goOnDuty', unit)).id,
    goOffDuty: (who: unknown) => events.put('duty-off', player('goOffDuty', who), {}).id,
    panic: (who: unknown, place: unknown) => {
      const source = player('panic', who)
      return events.put('panic', source, at(source, table('panic', place))).id
    },
    /** Once for a plate that stays in sight; null where a reader sees more than anybody could look at. */
    readPlate: (who: unknown, plate: unknown) => {
      const [source, seen] = [somebody('readPlate', who), table('readPlate', plate)]
      return plates.take(source ?? '', PlateOf.parse(seen).plate, () => events.put('plate-read', source, at(source, seen)).id)
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

const PlateOf = z.object({ plate: z.string().catch('') })
const said = z.string().trim().min(1)
const SaysWhat = z.union([z.object({ title: said }), z.object({ text: said }), z.object({ type: said })])
