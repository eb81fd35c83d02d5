import type { BodyOf, serveWarrant, Warrant, WarrantReturn } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { findPoliceMembers } from '../read/warrants.police.ts'
import { carryOut, type StepDeps } from './warrants.step.ts'

type Body = BodyOf<typeof serveWarrant>
/** Clocks differ, and a time is entered to the minute. */
const MINUTE_MS = 60_000

/** A return keeps the names and call signs that officers have when they serve the warrant. */
export const createWarrantServing = (deps: StepDeps) => ({
  serve: (actor: Actor, warrantId: number, { version, officerIds, ...body }: Body): Promise<Warrant> =>
    carryOut(deps, actor, 'serve', { warrantId, version }, async (tx, { row, by, at }) => {
      assertTime(body.servedAt, row.signed_at, at)
      if (body.isArrested && row.subject_kind !== 'person')
        throw new AppError('invalid_input', 'This warrant names nobody to arrest', 'isArrested')
      const others = [...new Set(officerIds)].filter((userId) => userId !== by.userId)
      const officers = await findPoliceMembers(tx, others)
      if (officers.length < others.length) throw new AppError('invalid_input', 'Choose members of police', 'officerIds')
      const { servedAt, location, postal, isArrested, text } = body
      const served = {
        servedAt: new Date(servedAt).toISOString(),
        location,
        postal,
        by,
        officers,
        isArrested,
        text,
      } satisfies WarrantReturn
      return {
        set: { state: 'served', closed_at: at, is_confidential: false, served_return: JSON.stringify(served) },
        title: 'Served',
        text,
        changes: row.is_confidential ? [{ what: 'Confidential', before: 'Until served', after: 'No' }] : [],
      }
    }),
})

function assertTime(servedAt: string, signedAt: Date | null, at: Date): void {
  const time = Date.parse(servedAt)
  if (time > at.getTime() + MINUTE_MS) throw new AppError('invalid_input', 'Choose a time in the past', 'servedAt')
  const signed = signedAt?.getTime() ?? 0
  if (time < signed - (signed % MINUTE_MS)) throw new AppError('invalid_input', 'The warrant had not been signed at that time', 'servedAt')
}

type Subjects = { readonly characterIds: readonly number[]; readonly vehicleIds: readonly number[] }

/** Which of these people and vehicles the member served a warrant on within a day. */
export async function hasServed(db: Db | Tx, userId: number, { characterIds, vehicleIds }: Subjects): Promise<Subjects> {
  const { rows } = await sql<{ characterId: number | null; vehicleId: number | null }>`
    select coalesce(n.merged_into_id, n.id) as "characterId", w.vehicle_id as "vehicleId"
    from warrants w left join characters n on n.id = w.character_id
    where w.state = 'served' and w.closed_at > now() - interval '24 hours' and (w.served_return #>> '{by,userId}')::int = ${userId}
      and (coalesce(n.merged_into_id, n.id) = any(${characterIds}::int[]) or w.vehicle_id = any(${vehicleIds}::int[]))`.execute(db)
  return {
    characterIds: rows.flatMap(({ characterId }) => characterId ?? []),
    vehicleIds: rows.flatMap(({ vehicleId }) => vehicleId ?? []),
  }
}
