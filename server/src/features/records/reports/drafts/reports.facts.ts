import {
  MAX_REPORT_OFFICERS,
  MAX_REPORT_PEOPLE,
  MAX_REPORT_VEHICLES,
  REPORT_KINDS,
  ReportContentInput,
  UNIT_CLASS,
  type BodyOf,
  type ReportKind,
  type startReport,
} from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { ActingUnit } from '../../history/history.port.ts'
import { assertKnownPerson, assertKnownVehicle, type Shown } from './reports.known.ts'
import { findCall, findPeople } from './reports.named.ts'

type Started = BodyOf<typeof startReport>

/** The content that a new draft begins with, from the person or vehicle it was started for and from its call. */
export async function firstContent(
  tx: Tx,
  unit: ActingUnit,
  { kind, characterId, vehicleId, callId = unit.callId }: Started,
  shown: Shown,
): Promise<ReportContentInput> {
  const call = callId === null ? undefined : await findCall(tx, callId)
  if (callId !== null && call?.serverId !== unit.serverId) {
    throw new AppError('invalid_input', 'There is no such call on this server', 'callId')
  }
  const where = { writerId: unit.userId, serverId: unit.serverId, callId }
  const given = characterId === undefined ? undefined : await givenPerson(tx, kind, where, characterId, shown)
  if (vehicleId !== undefined) await assertKnownVehicle(tx, where, { id: vehicleId, field: 'vehicleId', named: [] }, shown)
  const onCall = callId === null ? NOBODY : await findOnCall(tx, callId, unit.userId, kind)
  const { hasSubject, service } = REPORT_KINDS[kind]
  const only = onCall.people.length === 1 ? onCall.people[0] : undefined
  const subjectId = given ?? (only && !(only.isDeceased && isOnlyAboutLiving(kind)) ? only.characterId : undefined)
  const others = onCall.people.map((person) => person.characterId).filter((id) => id !== (hasSubject ? subjectId : given))
  const people = [
    ...(hasSubject || given === undefined ? [] : [{ characterId: given, role: 'suspect' as const }]),
    // Others on the call are not put on a report about a patient.
    ...(service === 'fire' ? [] : others.map((id) => ({ characterId: id, role: 'witness' as const }))),
  ]
  const vehicleIds = [...new Set([...(vehicleId === undefined ? [] : [vehicleId]), ...onCall.vehicleIds])]
  return ReportContentInput.parse({
    callId,
    occurredAt: (call?.createdAt ?? new Date()).toISOString(),
    location: call?.location ?? '',
    postal: call?.postal ?? '',
    subjectId: hasSubject ? (subjectId ?? null) : null,
    people: people.slice(0, MAX_REPORT_PEOPLE),
    vehicles: vehicleIds.slice(0, MAX_REPORT_VEHICLES).map((id) => ({ vehicleId: id })),
    officers: onCall.officerIds.slice(0, MAX_REPORT_OFFICERS).map((userId) => ({ userId })),
  })
}

/** Whether a kind of report is only about living persons. */
export const isOnlyAboutLiving = (kind: ReportKind): boolean => kind === 'warning' || kind === 'citation' || kind === 'arrest'

async function givenPerson(
  tx: Tx,
  kind: ReportKind,
  where: Parameters<typeof assertKnownPerson>[1],
  characterId: number,
  shown: Shown,
): Promise<number> {
  await assertKnownPerson(tx, where, { id: characterId, field: 'characterId', named: [] }, shown)
  const person = (await findPeople(tx, [characterId])).get(characterId)
  if (!person) throw new Error(`character ${characterId} is known but was not found`)
  if (person.isDeceased && isOnlyAboutLiving(kind)) throw new AppError('invalid_input', `${person.name} is deceased`, 'characterId')
  return person.characterId
}

type OnCall = {
  readonly people: readonly { readonly characterId: number; readonly isDeceased: boolean }[]
  readonly vehicleIds: readonly number[]
  readonly officerIds: readonly number[]
}
const NOBODY: OnCall = { people: [], vehicleIds: [], officerIds: [] }

/** People, vehicles and officers on a call, in the order in which they came. Officers are of the writer's class, and may have left the call. */
export async function findOnCall(tx: Tx, callId: number, writerId: number, kind: ReportKind): Promise<OnCall> {
  const unitClass = REPORT_KINDS[kind].service === 'fire' ? UNIT_CLASS.Fire : UNIT_CLASS.Leo
  const { rows } = await sql<OnCall>`
    select
      coalesce((select json_agg(json_build_object('characterId', p.id, 'isDeceased', p.is_deceased) order by p.at, p.id) from (
        select c.id, c.deceased_at is not null as is_deceased, min(s.at) as at
        from call_subjects s join characters q on q.id = s.character_id
        join characters c on c.id = coalesce(q.merged_into_id, q.id) and c.removed_at is null
        where s.call_id = ${callId} group by c.id) p), '[]') as people,
      array(select v.id from call_subjects s join vehicles v on v.id = s.vehicle_id and v.removed_at is null
        where s.call_id = ${callId} order by s.at, v.id) as "vehicleIds",
      array(select u.user_id from call_units u where u.call_id = ${callId} and u.unit_class = ${unitClass} and u.user_id <> ${writerId}
        group by u.user_id order by min(u.id)) as "officerIds"`.execute(tx)
  return rows[0] ?? NOBODY
}
