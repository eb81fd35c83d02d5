import { recordKey, type Identifiers, type WhichCharacter } from '@tenfour/contract'
import type { Arguments } from './arguments.ts'
import { identifiersOf } from './players.ts'
import type { Records } from './records.ts'

/** Exports about characters and vehicles. They call back with the result, or with nil and the reason. */
export function recordExports({ records, args }: { records: Records; args: Arguments }) {
  const { player, table, callback } = args
  /** Scripts set here which character a player plays. It is cleared when the player leaves. */
  const playing = new Map<number, { readonly identifiers: Identifiers; readonly character: WhichCharacter }>()

  /** A vehicle belongs to the character being played unless the script says otherwise. */
  const ownerOf = (source: string): object => {
    const character = playing.get(Number(source))?.character
    if (!character) return {}
    return 'externalId' in character ? { ownerExternalId: character.externalId } : character
  }

  const publishedRecords = {
    /**
     * Looks up a plate, for a player on duty for police or communications: `{ plate, isRegistered, model, colour, owner, flags, bolos }`.
     */
    lookupPlate: (who: unknown, plate: unknown, done: unknown) => {
      const [name, source] = ['lookupPlate', player('lookupPlate', who)]
      const report = callback(name, done)
      records.ask({ name, message: 'lookup.plate', source, payload: { plate }, pick: ({ vehicle }) => vehicle, report })
    },
    /** Looks up a person by name, phone number or character number: `{ found, person }`. */
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
    /**
     * Saves a character, `{ externalId, name, bornOn, address, postal, description, occupation, phone }`, and calls back with its number in
     * the portal.
     */
    saveCharacter: (who: unknown, value: unknown, done?: unknown) => {
      const [name, source] = ['saveCharacter', player('saveCharacter', who)]
      const character = withTexts(table(name, value))
      const report = callback.optional(name, done) ?? ignore
      const key = textOf(character, 'externalId')
      records.put(key, { name, message: 'character.save', source, payload: { character }, pick: ({ characterId }) => characterId, report })
    },
    /**
     * Saves a vehicle, `{ externalId, plate, vin, model, colour, ownerExternalId, characterId }`, and calls back with its number in the
     * portal.
     */
    saveVehicle: (who: unknown, value: unknown, done?: unknown) => {
      const [name, source] = ['saveVehicle', player('saveVehicle', who)]
      const given = withTexts(table(name, value))
      const vehicle = 'ownerExternalId' in given || 'characterId' in given ? given : { ...given, ...ownerOf(source) }
      const report = callback.optional(name, done) ?? ignore
      const key = textOf(vehicle, 'externalId') || recordKey(textOf(vehicle, 'plate'))
      records.put(key, { name, message: 'vehicle.save', source, payload: { vehicle }, pick: ({ vehicleId }) => vehicleId, report })
    },
    /**
     * Sets the character that a player plays, by its id in the game (a text) or in the portal (a number); nil or false clears it. Calls
     * back with the character.
     */
    playCharacter: (who: unknown, id: unknown, done?: unknown) => {
      const [name, source] = ['playCharacter', player('playCharacter', who)]
      const report = callback.optional(name, done) ?? ignore
      // Accepts any id here, because the payload is validated later.
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
/** A Lua table can't hold null, so `false` means that the date is removed. */
const DATES = ['registeredUntil', 'insuredUntil']
/** Scripts often pass phone numbers and postals as numbers, and null for missing values. */
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
