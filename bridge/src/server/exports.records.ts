import { recordKey, type Identifiers, type WhichCharacter } from '@tenfour/contract'
import type { Arguments } from './arguments.ts'
import { identifiersOf } from './players.ts'
import type { Records } from './records.ts'

/** Exports about characters and vehicles. They call back with the result, or with nil and the reason. */
export function recordExports({ records, args }: { records: Records; args: Arguments }) {
  const { player, table, callback } = args
  /** Characters set here by scripts. They are put away when the player leaves. */
  const playing = new Map<number, { readonly identifiers: Identifiers; readonly character: WhichCharacter }>()

  /** A vehicle belongs to the character being played unless the script says otherwise. */
  const ownerOf = (source: string): object => {
    const character = playing.get(Number(source))?.character
    if (!character) return {}
    return 'externalId' in character ? { ownerExternalId: character.externalId } : character
  }

  const publishedRecords = {
    /** `{ plate, isRegistered, model, colour, owner, flags, bolos }`, for a player on duty for police or communications. */
    lookupPlate: (who: unknown, plate: unknown, done: unknown) => {
      const [name, source] = ['lookupPlate', player('lookupPlate', who)]
      const report = callback(name, done)
      records.ask({ name, message: 'lookup.plate', source, payload: { plate }, pick: ({ vehicle }) => vehicle, report })
    },
    /** By a name, a phone number or the number of a character: `{ found, person }`. */
    lookupPerson: (who: unknown, query: unknown, done: unknown) => {
      const [name, source] = ['lookupPerson', player('lookupPerson', who)]
      const by = typeof query === 'number' ? { characterId: query } : { query }
      const report = callback(name, done)
      const pick = ({ found, person }: { found: unknown; person: unknown }) => ({ found, person })
      records.ask({ name, message: 'lookup.person', source, payload: { by }, pick, report })
    },
    /** The character that a player plays, or nil. */
    getCharacter: (who: unknown, done: unknown) => {
      const [name, source] = ['getCharacter', player('getCharacter', who)]
      const report = callback(name, done, 'second')
      const payload = { playing: playing.get(Number(source))?.character }
      records.ask({ name, message: 'character.get', source, payload, pick: ({ character }) => character, report })
    },
    /** `{ externalId, name, bornOn, address, postal, description, occupation, phone }`; calls back with the portal's number of it. */
    saveCharacter: (who: unknown, value: unknown, done?: unknown) => {
      const [name, source] = ['saveCharacter', player('saveCharacter', who)]
      const character = withTexts(table(name, value))
      const report = callback.optional(name, done) ?? ignore
      const key = textOf(character, 'externalId')
      records.put(key, { name, message: 'character.save', source, payload: { character }, pick: ({ characterId }) => characterId, report })
    },
    /** `{ externalId, plate, vin, model, colour, ownerExternalId, characterId }`; calls back with the portal's number of it. */
    saveVehicle: (who: unknown, value: unknown, done?: unknown) => {
      const [name, source] = ['saveVehicle', player('saveVehicle', who)]
      const given = withTexts(table(name, value))
      const vehicle = 'ownerExternalId' in given || 'characterId' in given ? given : { ...given, ...ownerOf(source) }
      const report = callback.optional(name, done) ?? ignore
      const key = textOf(vehicle, 'externalId') || recordKey(textOf(vehicle, 'plate'))
      records.put(key, { name, message: 'vehicle.save', source, payload: { vehicle }, pick: ({ vehicleId }) => vehicleId, report })
    },
    /** By its id in the game (a text) or in the portal (a number); nil or false puts it away. Calls back with the character. */
    playCharacter: (who: unknown, id: unknown, done?: unknown) => {
      const [name, source] = ['playCharacter', player('playCharacter', who)]
      const report = callback.optional(name, done) ?? ignore
      // The payload is parsed, whatever the id is.
      const character = isNone(id) ? null : typeof id === 'number' ? { characterId: id } : { externalId: id as string }
      records.put(source, {
        name,
        message: 'character.play',
        source,
        payload: { character },
        pick: ({ character: played }) => played,
        report,
      })
      if (character) playing.set(Number(source), { identifiers: identifiersOf(source), character })
      else playing.delete(Number(source))
    },
  }
  return {
    published: publishedRecords,
    left: (source: number): void => {
      const known = playing.get(source)
      if (!known || !playing.delete(source)) return
      records.put(String(source), {
        name: 'playCharacter',
        message: 'character.play',
        source: String(source),
        identifiers: known.identifiers,
        payload: { character: null },
        pick: () => null,
        report: ignore,
      })
    },
  }
}

const ignore = () => {}
const isNone = (value: unknown) => value === null || value === undefined || value === false
/** Lua has no null in a table, so that `false` says that there is no such date. */
const DATES = ['registeredUntil', 'insuredUntil']
/** Scripts often have phone numbers and postals as numbers, and null for what is not set. */
const withTexts = (value: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries<unknown>({ ...value })
      .filter(([, each]) => each !== null)
      .map(([field, each]) => {
        if (each === false && DATES.includes(field)) return [field, null]
        return [field, typeof each === 'number' && ['phone', 'postal'].includes(field) ? String(each) : each]
      }),
  )
const textOf = (value: Readonly<Record<string, unknown>>, field: string): string => {
  const text = value[field]
  return typeof text === 'string' ? text.trim() : ''
}
