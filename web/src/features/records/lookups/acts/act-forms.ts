import {
  addDays,
  addLicencePoints,
  CharacterName,
  DayInput,
  declareDead,
  impoundVehicle,
  noteCharacter,
  noteVehicle,
  reinstateLicence,
  releaseVehicle,
  reportRecovered,
  reportStolen,
  revokeLicence,
  setRecordFlag,
  suspendLicence,
  undoDeath,
} from '@tenfour/contract'
import { z } from 'zod'
import { bodyOf } from '../../../../platform/api/body-of.ts'
import { call } from '../../../../platform/api/client.ts'
import { communityToday, endOfCommunityDay } from '../../../../platform/calendar/calendar.ts'
import { dateOnly } from '../../../../platform/format/dates.ts'
import type { Act, Actor, FieldsAct, FlagAct } from './acts.ts'
import { withDeceased, withEvent, withFlag, withLicence, withVehicle } from '../records/change-result.ts'
import { openRecord, recordDesk } from '../desk.ts'
import { vehicleWords } from '../search/search-rows.ts'

export type ActField = {
  readonly name: string
  readonly label: string
  readonly kind: 'line' | 'text' | 'number' | 'day' | 'choice'
  readonly placeholder?: string
  readonly description?: string
  readonly isOptional?: boolean
  /** Whether the field is asked for, given what has been entered; always if absent. */
  readonly isAsked?: (values: Readonly<Record<string, unknown>>) => boolean
  /** The first day that a field for a day takes. */
  readonly min?: string
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}
type Schema = z.ZodType<Record<string, unknown>, Record<string, unknown>>
export type ActForm<S extends Schema = Schema> = {
  readonly title: string
  readonly subject: string
  readonly submit: string
  readonly isDanger?: boolean
  readonly fields: readonly ActField[]
  readonly schema: S
  readonly initial: z.input<S>
  /** Does it and says what was done. */
  readonly run: (values: z.output<S>) => Promise<string>
}

/** A form of its own types, as one among others. */
const form = <S extends Schema>(of: ActForm<S>): ActForm => of

const REASON: ActField = { name: 'reason', label: 'Reason', kind: 'text' }
const DAY_MS = 86_400_000
const inDays = (days: number): string => addDays(communityToday(), days)

const FLAG_DAYS = [
  { value: '', label: 'Until withdrawn' },
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]

/** The dialog of an act. After it, the record that is shown is as the portal has it. */
export function actForm(act: Exclude<Act, FieldsAct>, by: Actor): ActForm {
  switch (act.kind) {
    case 'suspend':
    case 'revoke':
    case 'reinstate':
    case 'points':
      return licenceForm(act, by)
    case 'impound':
    case 'release':
    case 'stolen':
    case 'recovered':
      return vehicleForm(act, by)
    case 'flag':
      return flagForm(act)
    case 'alive':
      return aliveForm(act, by)
    case 'dead':
      return deathForm(act)
    case 'note-person':
      return notePersonForm(act)
    case 'note-vehicle':
      return noteVehicleForm(act)
  }
}

type LicenceAct = Extract<Act, { licence: unknown }>
type Event = { readonly title: string; readonly text: string; readonly reason: string }

function licenceForm({ kind, licence, holder, lookupId }: LicenceAct, by: Actor): ActForm {
  const { licenceId, version } = licence
  const name = licence.typeName
  const subject = `${name} of ${holder}`
  const params = { licenceId }
  const show = (fresh: typeof licence, event: Event): void =>
    recordDesk.change(lookupId, (result) => withEvent({ ...event, by, at: new Date() })(withLicence(fresh)(result)))
  switch (kind) {
    case 'suspend':
      return form({
        title: 'Suspend licence',
        subject,
        submit: 'Suspend',
        isDanger: true,
        fields: [{ name: 'until', label: 'Suspended until', kind: 'day', min: inDays(1) }, REASON],
        schema: z.object({ until: DayInput, reason: bodyOf(suspendLicence).shape.reason }),
        initial: { until: inDays(30), reason: '' },
        run: async ({ until, reason }) => {
          show(await call(suspendLicence, { params, body: { until: endOfCommunityDay(until) ?? until, reason, version } }), {
            title: 'Licence suspended',
            text: `${name} until ${dateOnly(until)}`,
            reason,
          })
          return `${subject} suspended until ${dateOnly(until)}`
        },
      })
    case 'points':
      return form({
        title: 'Give points',
        subject,
        submit: 'Give points',
        fields: [{ name: 'points', label: 'Points', kind: 'number' }, REASON],
        schema: bodyOf(addLicencePoints).pick({ points: true, reason: true }),
        initial: { points: 1, reason: '' },
        run: async ({ points, reason }) => {
          const text = `${name}, ${points} ${points === 1 ? 'point' : 'points'}`
          show(await call(addLicencePoints, { params, body: { points, reason, version } }), { title: 'Points given', text, reason })
          return `${points} ${points === 1 ? 'point' : 'points'} given on ${subject}`
        },
      })
    case 'revoke':
    case 'reinstate': {
      const isRevoked = kind === 'revoke'
      const [endpoint, verb, title] = isRevoked
        ? ([revokeLicence, 'revoked', 'Licence revoked'] as const)
        : ([reinstateLicence, 'reinstated', 'Licence reinstated'] as const)
      return form({
        title: isRevoked ? 'Revoke licence' : 'Reinstate licence',
        subject,
        submit: isRevoked ? 'Revoke' : 'Reinstate',
        isDanger: isRevoked,
        fields: [REASON],
        schema: bodyOf(endpoint).pick({ reason: true }),
        initial: { reason: '' },
        run: async ({ reason }) => {
          show(await call(endpoint, { params, body: { reason, version } }), { title, text: name, reason })
          return `${subject} ${verb}`
        },
      })
    }
  }
}

type VehicleAct = Extract<Act, { vehicle: unknown }>

function vehicleForm(act: VehicleAct, by: Actor): ActForm {
  const { vehicle, lookupId } = act
  const { vehicleId, plate } = vehicle
  const subject = [plate, vehicleWords(vehicle)].filter(Boolean).join(', ')
  const named = vehicle.model ? `${plate} (${vehicle.model})` : plate
  const params = { vehicleId }
  const show = (fresh: typeof vehicle, event: Event): void =>
    recordDesk.change(lookupId, (result) => withEvent({ ...event, by, at: new Date() })(withVehicle(fresh)(result)))
  switch (act.kind) {
    case 'impound':
      return form({
        title: 'Impound vehicle',
        subject,
        submit: 'Impound',
        fields: [
          {
            name: 'lot',
            label: 'Impound lot',
            kind: 'choice',
            options: [
              ...act.lots.map(({ valueId, name }) => ({ value: String(valueId), label: name })),
              { value: '', label: 'Another place' },
            ],
          },
          { name: 'place', label: 'Kept at', kind: 'line', isAsked: ({ lot }) => lot === '' },
          REASON,
        ],
        schema: z
          .object({ lot: z.string(), place: z.string(), reason: bodyOf(impoundVehicle).shape.reason })
          .refine(({ lot, place }) => lot !== '' || place.trim() !== '', { path: ['place'], message: 'Enter where it is kept' }),
        initial: { lot: String(act.lots[0]?.valueId ?? ''), place: '', reason: '' },
        run: async ({ lot, place, reason }) => {
          const body = lot === '' ? { place, reason } : { lotId: Number(lot), reason }
          const impounded = await call(impoundVehicle, { params, body })
          show(impounded, { title: 'Vehicle impounded', text: `${named}, kept at ${impounded.impound?.place ?? place}`, reason })
          return `${plate} impounded`
        },
      })
    case 'release':
      return form({
        title: 'Release vehicle',
        subject,
        submit: 'Release',
        fields: [REASON],
        schema: bodyOf(releaseVehicle),
        initial: { reason: '' },
        run: async (body) => {
          show(await call(releaseVehicle, { params, body }), { title: 'Vehicle released', text: named, reason: body.reason })
          return `${plate} released`
        },
      })
    case 'stolen':
    case 'recovered': {
      const isStolen = act.kind === 'stolen'
      const endpoint = isStolen ? reportStolen : reportRecovered
      return form({
        title: isStolen ? 'Report stolen' : 'Report recovered',
        subject,
        submit: isStolen ? 'Report stolen' : 'Report recovered',
        isDanger: isStolen,
        fields: [{ name: 'note', label: isStolen ? 'Where and when' : 'Where it was found', kind: 'text' }],
        schema: bodyOf(endpoint),
        initial: { note: '' },
        run: async (body) => {
          const title = isStolen ? 'Vehicle reported stolen' : 'Vehicle recovered'
          show(await call(endpoint, { params, body }), { title, text: named, reason: body.note })
          return `${plate} reported ${isStolen ? 'stolen' : 'recovered'}`
        },
      })
    }
  }
}

function flagForm({ of, id, label, values, lookupId }: FlagAct): ActForm {
  return form({
    title: 'Set a flag',
    subject: label,
    submit: 'Set flag',
    fields: [
      {
        name: 'valueId',
        label: 'Flag',
        kind: 'choice',
        options: values.map(({ valueId, name }) => ({ value: String(valueId), label: name })),
      },
      { name: 'text', label: 'Note', kind: 'line', isOptional: true, placeholder: 'Why, or what to watch for' },
      { name: 'days', label: 'For how long', kind: 'choice', options: FLAG_DAYS },
    ],
    schema: z.object({ valueId: z.coerce.number().pipe(bodyOf(setRecordFlag).shape.valueId), text: z.string().max(80), days: z.string() }),
    initial: { valueId: String(values[0]?.valueId ?? ''), text: '', days: '' },
    run: async ({ valueId, text, days }) => {
      const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
      const flag = await call(setRecordFlag, { body: { of, id, valueId, text, expiresAt } })
      recordDesk.change(lookupId, withFlag(flag))
      return `${flag.name} set on ${label}`
    },
  })
}

function aliveForm({ person, lookupId }: Extract<Act, { kind: 'alive' }>, by: Actor): ActForm {
  return form({
    title: 'Undo the declaration of death',
    subject: person.name,
    submit: 'Undo',
    fields: [REASON],
    schema: bodyOf(undoDeath),
    initial: { reason: '' },
    run: async (body) => {
      await call(undoDeath, { params: { characterId: person.characterId }, body })
      const event = { title: 'Declaration of death undone', text: '', reason: body.reason, by, at: new Date() }
      recordDesk.change(lookupId, (result) => withEvent(event)(withDeceased(null)(result)))
      return `${person.name} is alive`
    },
  })
}

function deathForm({ patient }: Extract<Act, { kind: 'dead' }>): ActForm {
  return form({
    title: 'Declare dead',
    subject: patient.name,
    submit: 'Declare dead',
    isDanger: true,
    fields: [{ name: 'cause', label: 'Cause of death', kind: 'text' }],
    schema: bodyOf(declareDead),
    initial: { cause: '' },
    run: async (body) => {
      const { deceased } = await call(declareDead, { params: { characterId: patient.characterId }, body })
      recordDesk.changePatient({ ...patient, deceased })
      return `${patient.name} declared dead`
    },
  })
}

function notePersonForm({ name: known }: Extract<Act, { kind: 'note-person' }>): ActForm {
  return form({
    title: 'Add a field record of a person',
    subject: 'For someone who is not registered. A member can claim the record later.',
    submit: 'Add field record',
    fields: [
      { name: 'name', label: 'Name', kind: 'line' },
      { name: 'bornOn', label: 'Born', kind: 'day', isOptional: true },
      { name: 'description', label: 'Description', kind: 'text', isOptional: true, placeholder: "Male, 6'2, grey hoodie" },
    ],
    schema: z.object({ name: CharacterName, bornOn: z.string(), description: bodyOf(noteCharacter).shape.description }),
    initial: { name: known, bornOn: '', description: '' },
    run: async ({ name, bornOn, description }) => {
      const { characterId } = await call(noteCharacter, { body: { name, bornOn: bornOn || null, description } })
      openRecord({ kind: 'lookup', label: name, request: { by: 'character', characterId } })
      return `Field record of ${name} added`
    },
  })
}

function noteVehicleForm({ plate: known }: Extract<Act, { kind: 'note-vehicle' }>): ActForm {
  return form({
    title: 'Add a field record of a vehicle',
    subject: 'For a plate that is not registered. A member can claim the record later.',
    submit: 'Add field record',
    fields: [
      { name: 'plate', label: 'Plate', kind: 'line' },
      { name: 'model', label: 'Model', kind: 'line', isOptional: true },
      { name: 'colour', label: 'Colour', kind: 'line', isOptional: true },
    ],
    schema: bodyOf(noteVehicle),
    initial: { plate: known, model: '', colour: '' },
    run: async (body) => {
      const { vehicleId } = await call(noteVehicle, { body })
      openRecord({ kind: 'lookup', label: body.plate, request: { by: 'vehicle', vehicleId } })
      return `Field record of ${body.plate} added`
    },
  })
}
