import { Capability, LICENCE_WORDS, LicenceType } from '@tenfour/contract'
import { insertBolo } from '../../server/src/features/records/bolos/bolos.repo.ts'
import type { Tx } from '../../server/src/platform/database/database.ts'
import {
  BOLOS,
  CAUTIONS,
  CHARACTER_LOOKS,
  COLOURS,
  IMPOUND_REASONS,
  LICENCE_REASONS,
  MEDICAL_NOTES,
  OCCUPATIONS,
  VEHICLE_MODELS,
  WEAPON_MODELS,
} from './civilian-texts.ts'
import { PLACES } from './evening/places.ts'
import { DAY_MS } from './people.ts'
import type { Random } from './random.ts'
import type { Resident } from './records.ts'

type Character = { readonly id: number; readonly user_id: number; readonly name: string }
type Now = { readonly random: Random; readonly now: Date }

const day = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS).toISOString().slice(0, 10)
const at = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS)

/** The civilian account's own characters, so that a visitor who signs in with it finds something of everything. */
const OWN_CHARACTERS = ['Dexter Marlowe', 'Juliet Ashby', 'Barnaby Quill']
const OWN_PLATE = '46EEK572'

/** Characters of the members, with all that belongs to them: licences in every state, vehicles, weapons, records. */
export async function insertCivilians(
  tx: Tx,
  { random, now }: Now,
  members: readonly Resident[],
  nextName: () => string,
  serverId: number,
): Promise<void> {
  const characters = await insertCharacters(tx, { random, now }, members, nextName)
  const officers = members.filter(({ memberships }) =>
    memberships.some(({ department }) => ['LSPD', 'BCSO', 'SAHP'].includes(department.name)),
  )
  const officer = () => ({ by_user_id: random.pick(officers).userId, by_identifier: `${random.int(1, 4)}L${random.int(10, 60)}` })
  await giveCapabilities(tx)
  await insertLicences(tx, { random, now }, characters, officer)
  await insertVehicles(tx, { random, now }, characters, officer)
  await insertWeapons(tx, random, characters)
  await insertCautions(tx, { random, now }, characters, officer)
  await insertBolos(tx, { random, now }, serverId, officer)
}
type Officer = () => { readonly by_user_id: number; readonly by_identifier: string }

async function insertCharacters(tx: Tx, { random, now }: Now, members: readonly Resident[], nextName: () => string): Promise<Character[]> {
  const rows = members.flatMap((member) => {
    const isCivilian = member.emailAddress === 'civilian@demo.example'
    const count = member.memberships.length === 0 ? 0 : random.int(2, 5)
    const names = isCivilian ? OWN_CHARACTERS : Array.from({ length: count }, nextName)
    return names.map((name) => {
      const place = random.pick(PLACES)
      const wasUsed = member.lastSeenAt !== null && random.chance(0.85)
      return {
        user_id: member.userId,
        name,
        born_on: day(now, -random.int(19 * 365, 72 * 365)),
        address: `${random.int(1, 1900)} ${place.location}`,
        postal: place.postal,
        description: random.pick(CHARACTER_LOOKS),
        occupation: random.pick(OCCUPATIONS),
        phone: `555-${String(random.int(1000, 9999))}`,
        medical_notes: random.chance(0.3) ? random.pick(MEDICAL_NOTES) : '',
        last_used_at: member.lastSeenAt && wasUsed ? at(member.lastSeenAt, -random.next() * 20) : null,
        created_at: at(now, -random.int(1, 300)),
      }
    })
  })
  const inserted = await tx.insertInto('characters').values(rows).returning(['id', 'user_id', 'name']).execute()
  return inserted.map(({ id, user_id, name }) => ({ id, user_id: user_id ?? 0, name }))
}

/** Supervisors have to exist for anyone to act on licences and read the lookup log. */
async function giveCapabilities(tx: Tx): Promise<void> {
  const give = (capabilities: Capability[], ...names: string[]) =>
    tx.updateTable('ranks').set({ capabilities }).where('name', 'in', names).execute()
  await give(
    Capability.options.filter((each) => each !== 'headDepartment'),
    'Sergeant',
    'Lieutenant',
    'Senior Dispatcher',
  )
  await give(Capability.options, 'Captain', 'Chief', 'Sheriff', 'Colonel', 'Battalion Chief')
}

type LicenceState = 'valid' | 'expired' | 'suspended' | 'revoked' | 'applied' | 'refused'
const LICENCE_STATES: readonly (readonly [LicenceState, number])[] = [
  ['valid', 78],
  ['expired', 8],
  ['suspended', 6],
  ['revoked', 4],
  ['applied', 3],
  ['refused', 1],
]
const HELD: readonly (readonly [LicenceType, number])[] = [
  ['DRIVERS', 0.92],
  ['CCW', 0.25],
  ['CDL', 0.12],
]

async function insertLicences(tx: Tx, { random, now }: Now, characters: readonly Character[], officer: Officer): Promise<void> {
  const rows = characters.flatMap(({ id, name }) =>
    HELD.filter(
      ([type, share]) => name === 'Dexter Marlowe' || random.chance(share) || (type === 'DRIVERS' && name === 'Juliet Ashby'),
    ).map(([type]) => {
      const state: LicenceState =
        name === 'Dexter Marlowe'
          ? type === 'DRIVERS'
            ? 'suspended'
            : type === 'CCW'
              ? 'revoked'
              : 'applied'
          : random.pickWeighted(LICENCE_STATES)
      const isDecided = state !== 'applied' && state !== 'refused'
      return {
        character_id: id,
        type,
        state: state === 'applied' || state === 'refused' || state === 'revoked' ? state : ('granted' as const),
        applied_at: at(now, -random.int(2, 300)),
        expires_on: isDecided ? day(now, state === 'expired' ? -random.int(1, 120) : random.int(40, 360)) : null,
        suspended_until: state === 'suspended' ? at(now, random.int(5, 60)) : null,
        reason: state === 'valid' || state === 'expired' || state === 'applied' ? '' : random.pick(LICENCE_REASONS),
      }
    }),
  )
  const inserted = await tx
    .insertInto('licences')
    .values(rows)
    .returning(['id', 'character_id', 'type', 'state', 'suspended_until', 'reason'])
    .execute()
  const drivers = inserted.filter(({ type, state }) => type === 'DRIVERS' && state === 'granted' && random.chance(0.2))
  await tx
    .insertInto('licence_points')
    .values(
      drivers.map(({ id }) => {
        const given = -random.int(1, 120)
        const { by_user_id } = officer()
        return {
          licence_id: id,
          points: random.int(1, 6),
          reason: 'Speeding',
          by_user_id,
          at: at(now, given),
          lapses_at: at(now, given + 90),
        }
      }),
    )
    .execute()
  await tx
    .insertInto('record_events')
    .values(
      inserted
        .filter(({ state, suspended_until }) => state === 'revoked' || suspended_until !== null)
        .map(({ character_id, type, state, reason }) => ({
          character_id,
          title: state === 'revoked' ? 'Licence revoked' : 'Licence suspended',
          text: LICENCE_WORDS[LicenceType.parse(type)],
          reason,
          at: at(now, -random.int(1, 30)),
          ...officer(),
        }))
        // A record lists its events in the order they were written.
        .sort((a, b) => a.at.getTime() - b.at.getTime()),
    )
    .execute()
}

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
function createPlates(random: Random): () => string {
  const taken = new Set([OWN_PLATE])
  const letters = () => Array.from({ length: 3 }, () => LETTERS[random.int(0, LETTERS.length - 1)]).join('')
  return () => {
    for (;;) {
      const plate = `${random.int(10, 99)}${letters()}${random.int(100, 999)}`
      if (taken.has(plate)) continue
      taken.add(plate)
      return plate
    }
  }
}

async function insertVehicles(tx: Tx, { random, now }: Now, characters: readonly Character[], officer: Officer): Promise<void> {
  const nextPlate = createPlates(random)
  let nth = 0
  const vehicle = (characterId: number, plate = nextPlate(), model = random.pick(VEHICLE_MODELS)) => {
    nth += 1
    const isStolen = plate === OWN_PLATE || random.chance(0.03)
    return {
      character_id: characterId,
      plate,
      vin: `SA${String(nth).padStart(6, '0')}DEMO${random.int(10_000, 99_999)}`,
      model,
      colour: plate === OWN_PLATE ? 'Silver' : random.pick(COLOURS),
      registered_until: random.chance(0.9) ? day(now, random.int(-40, 330)) : null,
      insured_until: random.chance(0.85) ? day(now, random.int(-20, 330)) : null,
      stolen_at: isStolen ? at(now, -random.int(0, 10)) : null,
      stolen_note: isStolen ? 'Taken from outside the home.' : null,
      is_stolen_by_owner: isStolen ? true : null,
    }
  }
  const rows = characters.flatMap(({ id, name }) => {
    const others = Array.from({ length: random.int(0, 3) }, () => vehicle(id))
    return name === OWN_CHARACTERS[0] ? [vehicle(id, OWN_PLATE, 'Karin Sultan'), ...others] : others
  })
  const inserted = await tx.insertInto('vehicles').values(rows).returning(['id', 'character_id', 'plate', 'stolen_at']).execute()
  const impounded = inserted.filter(({ stolen_at }) => stolen_at === null && random.chance(0.04))
  const impounds = impounded.map(({ id }) => {
    const reason = random.pick(IMPOUND_REASONS)
    return { vehicle_id: id, place: 'Impound lot, Innocence Blvd', reason, at: at(now, -random.int(0, 12)), ...officer() }
  })
  await tx.insertInto('impounds').values(impounds).execute()
  await tx
    .insertInto('record_events')
    .values(
      impounds.map(({ vehicle_id, reason, place, at: when, by_user_id, by_identifier }) => ({
        vehicle_id,
        character_id: impounded.find(({ id }) => id === vehicle_id)?.character_id ?? null,
        title: 'Vehicle impounded',
        text: `${impounded.find(({ id }) => id === vehicle_id)?.plate ?? ''}, ${place}`,
        reason,
        at: when,
        by_user_id,
        by_identifier,
      })),
    )
    .execute()
  await offerToCivilian(tx, characters, inserted)
}

/** Someone offers the civilian account a vehicle, so that there is something to answer. */
async function offerToCivilian(
  tx: Tx,
  characters: readonly Character[],
  vehicles: readonly { readonly id: number; readonly character_id: number | null; readonly stolen_at: Date | null }[],
): Promise<void> {
  const to = characters.find(({ name }) => name === OWN_CHARACTERS[1])
  const offered = vehicles.findLast(({ character_id, stolen_at }) => stolen_at === null && character_id !== null && character_id !== to?.id)
  if (!to || !offered || offered.character_id === null) return
  await tx
    .insertInto('vehicle_transfers')
    .values({ vehicle_id: offered.id, from_character_id: offered.character_id, to_character_id: to.id })
    .execute()
}

async function insertWeapons(tx: Tx, random: Random, characters: readonly Character[]): Promise<void> {
  const rows = characters
    .filter(({ name }) => name === OWN_CHARACTERS[0] || random.chance(0.25))
    .map(({ id }, index) => ({
      character_id: id,
      model: random.pick(WEAPON_MODELS),
      serial: `${random.int(1000, 9999)}-${LETTERS[index % LETTERS.length]}${String(index).padStart(3, '0')}`,
    }))
  await tx.insertInto('weapons').values(rows).execute()
}

async function insertCautions(tx: Tx, { random, now }: Now, characters: readonly Character[], officer: Officer): Promise<void> {
  const rows = characters
    .filter(({ name }) => name === OWN_CHARACTERS[0] || random.chance(0.06))
    .map(({ id }) => ({
      character_id: id,
      text: random.pick(CAUTIONS),
      expires_at: random.chance(0.5) ? at(now, random.int(2, 60)) : null,
      created_at: at(now, -random.int(1, 40)),
      ...officer(),
    }))
  await tx.insertInto('cautions').values(rows).execute()
}

async function insertBolos(tx: Tx, { random, now }: Now, serverId: number, officer: Officer): Promise<void> {
  for (const { minutes, ...bolo } of BOLOS) {
    const { by_user_id, by_identifier } = officer()
    const unit = { userId: by_user_id, identifier: by_identifier, name: '', serverId, departmentId: 0, callId: null }
    const expiresAt = new Date(now.getTime() + (minutes + random.int(0, 9)) * 60_000).toISOString()
    await insertBolo(tx, unit, serverId, { plate: '', name: '', characterId: null, vehicleId: null, ...bolo, expiresAt })
  }
}
