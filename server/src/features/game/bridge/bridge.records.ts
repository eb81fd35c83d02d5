import {
  Flag,
  isAllowed,
  lookupUnit,
  type Bolo,
  type Identifiers,
  type LookupResult,
  type PersonHits,
  type PlateHits,
} from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import { createLanes } from '../../../platform/limits/lanes.ts'
import { GAME_RECORDS_LANE } from '../../../platform/limits/limits.ts'
import type { GameCharacters } from '../../records/characters/characters.port.ts'
import type { GameServer, RecordPlayer } from '../../records/history/history.port.ts'
import { licenceSummary } from '../../records/licences/licences.port.ts'
import type { LookupService, PlateRead, PlateReads } from '../../records/lookups/lookups.port.ts'
import type { GameFines } from '../../records/reports/reports.port.ts'
import type { GameVehicles } from '../../records/vehicles/vehicles.port.ts'
import { notSpokenFor, type Speakers, type Spoken } from './bridge.actor.ts'
import type { Handlers, Link } from './bridge.gateway.ts'

/** The portal's own services, with their checks, limits and log. */
export type GameRecords = PlateReads & {
  readonly lookups: Pick<LookupService, 'search' | 'lookUp'>
  readonly characters: GameCharacters
  readonly vehicles: GameVehicles
  readonly fines: GameFines
}

type Garages = 'garage.save' | 'garage.orders' | 'garage.ordered'
type Message =
  | 'plate.scan'
  | 'lookup.plate'
  | 'lookup.person'
  | 'character.save'
  | 'vehicle.save'
  | Garages
  | 'character.play'
  | 'character.get'

/** Characters and vehicles: lookups by players on duty, and reading and saving by the game's scripts for a player. */
export function createRecordHandlers({
  speakers,
  lookups,
  runPlate,
  characters,
  vehicles,
}: Omit<GameRecords, 'fines'> & { readonly speakers: Pick<Speakers, 'speakerFor' | 'recordedFor' | 'isLimited'> }): Pick<
  Handlers,
  Message
> {
  const lanes = createLanes<number>(GAME_RECORDS_LANE)
  const handle = <T>(link: Link, identifiers: Identifiers, spoken: Spoken, work: (actor: Actor) => Promise<T>): Promise<T> =>
    lanes.run(link.serverId, async () => {
      const { actor, whyNot } = await speakers.speakerFor(link, identifiers, spoken)
      if (!actor) throw notSpokenFor(whyNot)
      return work(actor)
    })
  const lookUp = <T>(link: Link, identifiers: Identifiers, message: Message, work: (actor: Actor) => Promise<T>): Promise<T> =>
    handle(link, identifiers, { message }, (actor) => {
      // These services check duty on any server; here it must be this one.
      if (!isAllowed(lookupUnit('serverId'), actor.subject, { serverId: link.serverId })) {
        throw new AppError('forbidden', 'You are not on duty for police or communications on this server')
      }
      return work(actor)
    })
  const serverOf = async ({ serverId, keyId }: Link): Promise<GameServer> => ({ serverId, isLimited: await speakers.isLimited(keyId) })
  /** Scripts also save for players who have just left, and the bridge keeps the changes while the portal is away. */
  const handIn = <T>(
    link: Link,
    { identifiers, waitedSeconds = 0 }: { readonly identifiers: Identifiers; readonly waitedSeconds?: number | undefined },
    message: Message,
    work: (player: RecordPlayer, server: GameServer) => Promise<T>,
  ): Promise<T> =>
    lanes.run(link.serverId, async () => {
      const { player, whyNot } = await speakers.recordedFor(link, identifiers, { message, secondsAgo: waitedSeconds })
      if (!player) throw notSpokenFor(whyNot)
      return work(player, await serverOf(link))
    })

  return {
    'lookup.plate': (link, { identifiers, plate }) =>
      lookUp(link, identifiers, 'lookup.plate', async (actor) => ({
        vehicle: plateHits(plate, await lookups.lookUp(actor, { by: 'plate', plate })),
      })),

    'plate.scan': (link, { identifiers, plate }) =>
      lookUp(link, identifiers, 'plate.scan', async ({ userId }) => {
        const read = await runPlate({ userId, serverId: link.serverId, plate, isPassed: true })
        return { hits: read && (read.flags.length > 0 || read.bolos.length > 0) ? readHits(read) : null }
      }),

    'lookup.person': (link, { identifiers, by }) =>
      lookUp(link, identifiers, 'lookup.person', async (actor) => {
        const { rows } = 'query' in by ? await lookups.search(actor, 'person', by.query) : { rows: [] }
        const found = rows.flatMap((row) => (row.kind === 'person' ? [row] : []))
        const characterId = 'characterId' in by ? by.characterId : found.length === 1 ? found[0]?.characterId : undefined
        const person = characterId === undefined ? null : personHits(await lookups.lookUp(actor, { by: 'character', characterId }))
        return { found, person }
      }),

    'character.save': (link, given) =>
      handIn(link, given, 'character.save', async (player, server) => ({
        characterId: await characters.save(player, server, given.character),
      })),

    'vehicle.save': (link, given) =>
      handIn(link, given, 'vehicle.save', async (player, server) => ({ vehicleId: await vehicles.save(player, server, given.vehicle) })),

    'garage.save': (link, given) =>
      handIn(link, given, 'garage.save', async (player, server) => {
        await vehicles.saveGarage(player, server, given.garage)
        return {}
      }),

    'garage.orders': (link) => lanes.run(link.serverId, async () => ({ orders: await vehicles.garageOrders(await serverOf(link)) })),

    'garage.ordered': (link, done) =>
      lanes.run(link.serverId, async () => {
        await vehicles.garageOrdered(await serverOf(link), done)
        return {}
      }),

    'character.play': (link, given) =>
      handIn(link, given, 'character.play', async (player, server) => {
        if (given.character) return { character: await characters.play(player, server, given.character) }
        await characters.stop(player, server)
        return { character: null }
      }),

    'character.get': (link, { identifiers, playing }) =>
      handle(link, identifiers, { message: 'character.get' }, async ({ userId }) => ({
        character: await characters.played(userId, await serverOf(link), playing),
      })),
  }
}

const summaries = (bolos: readonly Bolo[]) => bolos.map(({ boloId, reason, description }) => ({ boloId, reason, description }))

/** The result for a plate that was read, as the game gets it. */
export const readHits = ({ plate, vehicle, flags, bolos }: PlateRead): PlateHits => ({
  plate,
  isRegistered: vehicle !== null && !flags.includes('Noted'),
  model: vehicle?.model ?? '',
  colour: vehicle?.colour ?? '',
  owner: vehicle?.ownerName ?? null,
  flags: [...flags],
  bolos: summaries(bolos),
})

function plateHits(plate: string, { record, bolos }: LookupResult): PlateHits {
  const vehicle = record?.kind === 'vehicle' ? record : null
  const flags = [...(bolos.length > 0 ? ['BOLO'] : []), ...(vehicle?.flags ?? []), ...(vehicle?.owner?.flags ?? [])]
  return readHits({
    plate: vehicle?.plate ?? plate,
    vehicle: vehicle && { ...vehicle, ownerName: vehicle.owner?.name ?? null },
    flags: Flag.options.filter((flag) => flags.includes(flag)),
    bolos,
  })
}

function personHits(result: LookupResult): PersonHits | null {
  const { record } = result
  if (record?.kind !== 'person') return null
  const { deceased, cautions, licences, vehicles, weapons, ...person } = record
  return {
    ...person,
    isDeceased: deceased !== null,
    cautions: cautions.map(({ text }) => text),
    licences: licences.map(licenceSummary),
    vehicles: vehicles.map(({ plate, model, colour }) => ({ plate, model, colour })),
    weapons: weapons.map(({ serial, model }) => ({ serial, model })),
    bolos: summaries(result.bolos),
  }
}
