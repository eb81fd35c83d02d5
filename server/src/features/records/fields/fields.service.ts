import {
  MAX_FIELDS,
  MAX_RETIRED_FIELDS,
  type BodyOf,
  type Field,
  type FieldInput,
  type FieldOf,
  type retireField,
  type updateField,
} from '@tenfour/contract'
import { changesBetween, recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { changesRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import * as repo from './fields.repo.ts'

/** Definitions of fields, which admins manage. */
export function createFieldService({ db, publish }: { db: Db; publish: Publish }) {
  /** Runs one change of definitions at a time, and tells open forms if something changed. */
  const change = <T>(work: (tx: Tx, changed: () => void) => Promise<T>): Promise<T> =>
    inTransaction(db, publish, async (tx, emit) => {
      await repo.lockFields(tx)
      let isChanged = false
      const result = await work(tx, () => void (isChanged = true))
      if (isChanged) await emit('fields', {}, 'fields.changed', {})
      return result
    }).catch((error: unknown) => {
      throw violates(error, 'record_fields_name_key') ? new AppError('conflict', 'Another field already has this name', 'name') : error
    })

  return {
    list: (): Promise<Field[]> => repo.listFields(db),

    create: (actor: Actor, input: FieldInput): Promise<Field> =>
      change(async (tx, changed) => {
        assertSensible(input.type, input)
        const { inUse, lastPosition } = await repo.countFields(tx, input.of)
        assertRoom(inUse)
        const field = await repo.insertField(tx, input, lastPosition + 1)
        await recordAudit(tx, actor, 'field.created', { ...subject(field), after: content(field) })
        changed()
        return field
      }),

    update: (actor: Actor, fieldId: number, { version, ...input }: BodyOf<typeof updateField>): Promise<Field> =>
      change(async (tx, changed) => {
        const before = await claim(tx, fieldId, version)
        assertSensible(before.type, input)
        const changes = changesBetween(content(before), content({ ...before, ...input }))
        if (!changes) return before
        const after = await repo.changeField(tx, fieldId, input)
        await recordAudit(tx, actor, 'field.changed', { ...subject(after), before: content(before), after: content(after) })
        changed()
        return after
      }),

    retire: (actor: Actor, fieldId: number, { version, isRetired }: BodyOf<typeof retireField>): Promise<Field> =>
      change(async (tx, changed) => {
        const before = await claim(tx, fieldId, version)
        if (before.isRetired === isRetired) return before
        const { inUse, retired, lastPosition } = await repo.countFields(tx, before.of)
        if (!isRetired) assertRoom(inUse)
        else if (retired >= MAX_RETIRED_FIELDS) {
          throw new AppError('conflict', `${MAX_RETIRED_FIELDS} fields of this kind are retired, which is the most: use one of them again`)
        }
        const after = await repo.setRetired(tx, fieldId, isRetired, isRetired ? before.position : lastPosition + 1)
        const state = ({ of, name, isRetired: isGone }: Field) => ({ of, name, isRetired: isGone })
        await recordAudit(tx, actor, isRetired ? 'field.retired' : 'field.restored', {
          ...subject(after),
          before: state(before),
          after: state(after),
        })
        changed()
        return after
      }),

    order: (actor: Actor, of: FieldOf, fieldIds: readonly number[]): Promise<Field[]> =>
      change(async (tx, changed) => {
        const before = (await repo.listFields(tx, of)).filter(({ isRetired }) => !isRetired)
        const byId = new Map(before.map((field) => [field.fieldId, field]))
        const after = fieldIds.flatMap((fieldId) => byId.get(fieldId) ?? [])
        if (new Set(fieldIds).size !== before.length || after.length !== before.length || fieldIds.length !== before.length) {
          throw new AppError('invalid_input', 'Name every field in use exactly once: the list may have changed', 'fieldIds')
        }
        if (after.every((field, at) => field === before[at])) return repo.listFields(tx, of)
        await repo.setOrder(tx, fieldIds)
        await recordAudit(tx, actor, 'field.ordered', {
          subjectType: 'field',
          subjectId: of,
          before: { order: before.map(({ name }) => name) },
          after: { order: after.map(({ name }) => name) },
        })
        changed()
        return repo.listFields(tx, of)
      }),
  }
}

const noSuchField = () => new AppError('not_found', 'There is no such field')
const subject = ({ fieldId }: Field) => ({ subjectType: 'field', subjectId: fieldId }) as const
const content = ({ of, type, name, help, options, isRequired, audience }: FieldInput) => ({
  of,
  type,
  name,
  help,
  options,
  isRequired,
  audience,
})

async function claim(tx: Tx, fieldId: number, version: number): Promise<Field> {
  const field = await repo.findField(tx, fieldId)
  if (!field) throw noSuchField()
  if (field.version !== version) throw new AppError('conflict', 'This field has changed since you opened it')
  return field
}

function assertRoom(inUse: number): void {
  if (inUse >= MAX_FIELDS)
    throw new AppError('conflict', `There are ${MAX_FIELDS} fields of this kind, which is the most: retire one first`)
}

const hasTwice = (values: readonly string[]): boolean => new Set(values.map((value) => value.toLowerCase())).size < values.length

function assertSensible(type: Field['type'], { options, audience }: repo.FieldChange): void {
  if (type === 'choice' && options.length === 0) throw new AppError('invalid_input', 'Enter the options to choose from', 'options')
  if (type !== 'choice' && options.length > 0) throw new AppError('invalid_input', 'Only a choice has options', 'options')
  if (hasTwice(options)) throw new AppError('invalid_input', 'Name each option once', 'options')
  if (hasTwice(audience)) throw new AppError('invalid_input', 'Name each audience once', 'audience')
}

/** The room says only that fields changed; pages then read the list again. */
export const fieldsRoom = (db: Db): RoomSource<'fields'> => changesRoom(db, 'fields')
