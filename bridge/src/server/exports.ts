import { EVENT_PAYLOADS, type EventKind } from '@tenfour/contract'
import type { z } from 'zod'
import { standing } from './commands.ts'
import type { Events } from './events.ts'
import { steamOf } from './players.ts'
import type { Units } from './units.ts'

/**
 * For the other resources of the server, as exports and as events of the same names. Each answers the id of what it asked for; what came of
 * it is the event `tenfour:answered`. What is wrong with it is thrown at whoever called.
 */
export function publishExports({ events, units }: { events: Events; units: Units }): void {
  const put = <K extends EventKind>(kind: K, source: string | null, payload: unknown) => {
    const parsed = EVENT_PAYLOADS[kind].safeParse(payload)
    if (parsed.success) return events.put(kind, source, parsed.data as z.input<(typeof EVENT_PAYLOADS)[K]>)
    throw new Error(`${kind}: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`)
  }
  const sourceFrom = (player: unknown) => (typeof player === 'string' || (typeof player === 'number' && player > 0) ? String(player) : null)
  const at = (source: string | null, payload: object) => ({ ...(source === null ? {} : standing(source)), ...payload })

  const published = {
    /** A call by a player, or by nobody: `{ title, text, type, priority, location, postal, x, y, attach }`. */
    createCall: (player: unknown, call: object) => put('call-created', sourceFrom(player), at(sourceFrom(player), call)),
    /** A call to 911 in a player's name, or in that of whoever the `caller` is: `{ text, caller, location, postal, x, y }`. */
    call911: (player: unknown, call: object) => put('call-911', sourceFrom(player), at(sourceFrom(player), call)),
    setStatus: (player: unknown, status: unknown) => put('status', sourceFrom(player), { status }),
    goOnDuty: (player: unknown, unit: object) => put('duty-on', sourceFrom(player), unit),
    goOffDuty: (player: unknown) => put('duty-off', sourceFrom(player), {}),
    panic: (player: unknown, place: object) => put('panic', sourceFrom(player), at(sourceFrom(player), place)),
    readPlate: (player: unknown, plate: object) => put('plate-read', sourceFrom(player), at(sourceFrom(player), plate)),
    /** `{ identifier, status, callId, unitClass }` of a player on duty, or null. */
    getUnit: (player: unknown) => {
      const source = sourceFrom(player)
      const steam = source === null ? undefined : steamOf(source)
      return (steam === undefined ? undefined : units.of(steam)) ?? null
    },
    getUnits: () => units.all(),
  }
  for (const [name, fn] of Object.entries(published)) {
    exports(name, fn)
    if (!name.startsWith('get')) on(`tenfour:${name}`, fn)
  }
}
