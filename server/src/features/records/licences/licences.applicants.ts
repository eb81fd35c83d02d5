import { isAllowed, signsWarrants, type AccessSubject, type LicenceApplication } from '@tenfour/contract'
import { isInGame, type Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { countReports } from './licences.repo.ts'

type Viewer = { readonly userId: number; readonly maySign: boolean; readonly isInGame: boolean }
type People = { readonly characterIds: readonly number[]; readonly vehicleIds: readonly number[] }
/** Given by warrants, which decide who may know of a confidential one. */
export type KnownWarrants = {
  readonly alertsFor: (db: Db, people: People, viewer: Viewer) => Promise<readonly unknown[]>
  readonly wantedAmong: (db: Db, people: People, viewer: Viewer) => Promise<People>
}
const NO_REPORTS = { arrests: 0, citations: 0, warnings: 0 }

/** Adds the record of each person who asks for something, for the member who decides. */
export async function withRecords<T extends { readonly characterId: number }>(
  db: Db,
  warrants: KnownWarrants,
  actor: Actor,
  items: readonly T[],
): Promise<(T & Pick<LicenceApplication, 'record'>)[]> {
  const characterIds = [...new Set(items.map(({ characterId }) => characterId))]
  const viewer = { userId: actor.userId, maySign: isAllowed(signsWarrants, actor.subject), isInGame: isInGame(actor) }
  const [reports, wanted] = await Promise.all([
    countReports(db, characterIds),
    warrants.wantedAmong(db, { characterIds, vehicleIds: [] }, viewer),
  ])
  const known = await Promise.all(
    wanted.characterIds.map(async (characterId) => {
      const alerts = await warrants.alertsFor(db, { characterIds: [characterId], vehicleIds: [] }, viewer)
      return [characterId, alerts.length] as const
    }),
  )
  const active = new Map(known)
  return items.map((item) => ({
    ...item,
    record: { ...(reports.get(item.characterId) ?? NO_REPORTS), activeWarrants: active.get(item.characterId) ?? 0 },
  }))
}

/** Whether a rank of the member decides on what waits for approval: in the community's department, or in any if that is 0. */
export const decidesIn = (departmentId: number, { capabilities }: Pick<AccessSubject, 'capabilities'>): boolean =>
  capabilities.some((held) => held.capability === 'actOnLicences' && (departmentId === 0 || held.departmentId === departmentId))
