import { REPORT_KINDS, type ChargeInput, type ReportContentInput } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { peopleIn } from './reports.content.ts'
import type { Draft } from './reports.drafts.repo.ts'
import { knownPeople, knownVehicles, UNKNOWN_PERSON, UNKNOWN_VEHICLE, type Shown } from './reports.known.ts'
import { currentIds, findCall, findOffences } from './reports.named.ts'

const refuse = (message: string, field: string) => new AppError('invalid_input', message, `content.${field}`)

/** Refuses what a kind of report has no place for, and what is named twice. */
export function assertFits({ kind, writerId }: Pick<Draft, 'kind' | 'writerId'>, content: ReportContentInput): void {
  const { title, hasSubject, hasOffences, service } = REPORT_KINDS[kind]
  const { subjectId, charges, people, vehicles, officers, medical } = content
  const a = `${/^[AI]/.test(title) ? 'An' : 'A'} ${title.toLowerCase()}`
  if (!hasSubject && subjectId !== null) throw refuse(`${a} has no subject: name them among the people`, 'subjectId')
  if (!hasOffences && charges.length > 0) throw refuse(`${a} has no offences`, 'charges')
  if (service === 'police' && Object.values(medical).some((value) => value !== '')) throw refuse(`${a} has no medical part`, 'medical')
  assertOnce(people, 'people', 'characterId', 'person')
  assertOnce(vehicles, 'vehicles', 'vehicleId', 'vehicle')
  assertOnce(officers, 'officers', 'userId', 'officer')
  const writer = officers.findIndex(({ userId }) => userId === writerId)
  if (writer >= 0) throw refuse('You are already on the report as its writer', `officers.${writer}.userId`)
}

function assertOnce<K extends string>(rows: readonly Record<K, unknown>[], list: string, key: K, noun: string): void {
  const again = rows.findIndex((row, index) => rows.findIndex((other) => other[key] === row[key]) < index)
  if (again >= 0) throw refuse(`This ${noun} is named twice`, `${list}.${again}.${key}`)
}

type ToCheck = Pick<Draft, 'draftId' | 'reportId' | 'writerId' | 'serverId' | 'content'>

/**
 * Each record that a save adds to a draft must exist and be known to its writer. Records that the draft named before may stay, whatever happened
 * to them since.
 */
export async function assertReferences(tx: Tx, draft: ToCheck, next: ReportContentInput, shown: Shown): Promise<void> {
  const before = draft.content
  const where = { writerId: draft.writerId, serverId: draft.serverId, callId: next.callId }
  if (next.callId !== null && next.callId !== before.callId && (await findCall(tx, next.callId))?.serverId !== draft.serverId) {
    throw refuse('There is no such call on this server', 'callId')
  }
  const newPeople = without(peopleIn(next), peopleIn(before))
  if (newPeople.length > 0) {
    const known = new Set([...(await knownPeople(tx, where, newPeople, shown)), ...(await currentIds(tx, peopleIn(before)))])
    const isUnknown = (id: number) => newPeople.includes(id) && !known.has(id)
    if (next.subjectId !== null && isUnknown(next.subjectId)) throw refuse(UNKNOWN_PERSON, 'subjectId')
    const wrong = next.people.findIndex(({ characterId }) => isUnknown(characterId))
    if (wrong >= 0) throw refuse(UNKNOWN_PERSON, `people.${wrong}.characterId`)
  }
  const ids = (vehicles: ReportContentInput['vehicles']) => vehicles.map(({ vehicleId }) => vehicleId)
  const newVehicles = without(ids(next.vehicles), ids(before.vehicles))
  if (newVehicles.length > 0) {
    const known = await knownVehicles(tx, where, newVehicles, shown)
    const wrong = next.vehicles.findIndex(({ vehicleId }) => newVehicles.includes(vehicleId) && !known.has(vehicleId))
    if (wrong >= 0) throw refuse(UNKNOWN_VEHICLE, `vehicles.${wrong}.vehicleId`)
  }
  await assertOfficers(tx, before, next)
  await assertOffences(tx, before, next)
  await assertPictures(tx, draft, next)
}

const without = (ids: readonly number[], known: readonly number[]): number[] => [...new Set(ids)].filter((id) => !known.includes(id))

async function assertOfficers(tx: Tx, before: ReportContentInput, next: ReportContentInput): Promise<void> {
  const ids = ({ officers }: ReportContentInput) => officers.map(({ userId }) => userId)
  const added = without(ids(next), ids(before))
  if (added.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select distinct ud.user_id as id from user_departments ud join departments d on d.id = ud.department_id
    where ud.user_id = any(${added}::int[]) and d.type in ('Leo', 'Fire')`.execute(tx)
  const wrong = next.officers.findIndex(({ userId }) => added.includes(userId) && !rows.some(({ id }) => id === userId))
  if (wrong >= 0) throw refuse('There is no such member of police or fire', `officers.${wrong}.userId`)
}

type Charged = { readonly charges: readonly Pick<ChargeInput, 'revisionId'>[] }

export async function assertOffences(tx: Tx, before: Charged, next: Charged): Promise<void> {
  const ids = ({ charges }: Charged) => charges.map(({ revisionId }) => revisionId)
  const added = without(ids(next), ids(before))
  if (added.length === 0) return
  const found = await findOffences(tx, added)
  const wrong = next.charges.findIndex(({ revisionId }) => added.includes(revisionId) && !found.has(revisionId))
  if (wrong >= 0) throw refuse('There is no such offence', `charges.${wrong}.revisionId`)
}

/** Pictures must belong to the draft, or to the report that it changes. */
async function assertPictures(tx: Tx, { draftId, reportId, content }: ToCheck, next: ReportContentInput): Promise<void> {
  const ids = ({ evidence }: ReportContentInput) => evidence.flatMap(({ pictureIds }) => pictureIds)
  const added = without(ids(next), ids(content))
  if (added.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select id from report_pictures where id = any(${added}::int[]) and (draft_id = ${draftId} or report_id = ${reportId})`.execute(tx)
  for (const [index, { pictureIds }] of next.evidence.entries()) {
    const wrong = pictureIds.findIndex((pictureId) => added.includes(pictureId) && !rows.some(({ id }) => id === pictureId))
    if (wrong >= 0) throw refuse('There is no such picture in this draft', `evidence.${index}.pictureIds.${wrong}`)
  }
}
