import { fireUnit, isAllowed, lookupUnit, type BodyOf, type Field, type FieldValues, type saveFieldValues } from '@tenfour/contract'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { actingUnit, writeEvent, type ActingUnit } from '../history/history.port.ts'
import { listFields } from './fields.repo.ts'
import { lockSubject, storeFields, type FieldSubject, type Subject } from './fields.subjects.ts'
import { describeChanges, checkValues, isFilledBy } from './fields.values.ts'

/** The service as which someone on duty reads and fills in fields; communications count as police. */
export function serviceOf({ subject }: Pick<Actor, 'subject'>): 'police' | 'fire' {
  return isAllowed(fireUnit(), subject) ? 'fire' : 'police'
}

/** Units fill in fields that the owner does not see: the owner's pages are not told, and the version that the owner edits stays. */
export const createUnitFields =
  ({ db }: { db: Db }) =>
  (actor: Actor, of: FieldSubject, id: number, { values, before }: BodyOf<typeof saveFieldValues>): Promise<{ fields: FieldValues }> =>
    db.transaction().execute(async (tx) => {
      const service = serviceOf(actor)
      const unit = await actingUnit(tx, actor, service === 'fire' ? fireUnit() : lookupUnit())
      const subject = await lockSubject(tx, of, id)
      if (!subject) throw new AppError('not_found', `There is no such ${of}`)
      const act = of === 'character' ? 'fields.character' : 'fields.vehicle'
      await assertAct(tx, act, actor, { characterIds: [subject.characterId], vehicleIds: [subject.vehicleId] })
      const definitions = await listFields(tx, of)
      const kept = definitions.filter((field) => isFilledBy(field, service))
      const own = (all: FieldValues): FieldValues =>
        Object.fromEntries(kept.flatMap(({ fieldId }) => (all[fieldId] === undefined ? [] : [[String(fieldId), all[fieldId]]])))
      if (kept.some(({ fieldId }) => before[fieldId] !== subject.fields[fieldId])) {
        throw new AppError('conflict', 'Someone else changed these fields: open the record again')
      }
      const after = checkValues(definitions, values, { before: subject.fields, filler: service, isComplete: true })
      if (kept.some(({ fieldId }) => after[fieldId] !== subject.fields[fieldId])) {
        await storeFields(tx, of, id, after)
        await noteChange(tx, unit, subject, kept, after)
      }
      // The answer has only fields that the unit's service fills in: other values are read by a lookup, which is logged.
      return { fields: own(after) }
    })

/** Writes the change to the record, for readers who see the values: police reads its own fields, and fire reads fields that only fire fills in. */
async function noteChange(tx: Tx, unit: ActingUnit, subject: Subject, kept: readonly Field[], after: FieldValues): Promise<void> {
  const { characterId, vehicleId, label, fields: before } = subject
  for (const audience of ['police', 'fire'] as const) {
    const seen = kept.filter((field) => field.audience.includes('police') === (audience === 'police'))
    const changes = describeChanges(seen, before, after, [audience])
    if (changes.length === 0) continue
    const text = `${label}: ${changes.join('; ')}`
    await writeEvent(tx, unit, { characterId, vehicleId, title: 'Fields changed', text, audience: [audience] })
  }
}
