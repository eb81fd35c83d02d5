import type { WarrantAlert } from '@tenfour/contract'
import type { Db, Tx } from '../../../../platform/database/database.ts'

/** The viewer of alerts. A confidential warrant exists only for some viewers; in the game, only for those whose unit is told of it. */
export type AlertViewer = { readonly userId: number; readonly maySign: boolean; readonly isInGame: boolean }
export type AlertSubjects = { readonly characterIds: readonly number[]; readonly vehicleIds: readonly number[] }

/** Given by warrants, which decide who may know of a warrant. */
export type WarrantAlerts = {
  /** Active warrants against these people and vehicles that the viewer may know of, the one signed last first. */
  readonly alertsFor: (db: Db | Tx, subjects: AlertSubjects, viewer: AlertViewer) => Promise<WarrantAlert[]>
  /** Which of these people and vehicles have active warrants that the viewer may know of. */
  readonly wantedAmong: (db: Db | Tx, subjects: AlertSubjects, viewer: AlertViewer) => Promise<AlertSubjects>
}

/** Warrants as one viewer sees them. */
export type SeenWarrants = {
  readonly alertsFor: (db: Db | Tx, subjects: Partial<AlertSubjects>) => Promise<WarrantAlert[]>
  readonly wantedAmong: (
    db: Db | Tx,
    subjects: Partial<AlertSubjects>,
  ) => Promise<{ readonly characterIds: ReadonlySet<number>; readonly vehicleIds: ReadonlySet<number> }>
}

const NOBODY: AlertSubjects = { characterIds: [], vehicleIds: [] }
const isNobody = ({ characterIds, vehicleIds }: AlertSubjects) => characterIds.length === 0 && vehicleIds.length === 0

export const seenBy = ({ alertsFor, wantedAmong }: WarrantAlerts, viewer: AlertViewer): SeenWarrants => ({
  alertsFor: async (db, given) => {
    const subjects = { ...NOBODY, ...given }
    return isNobody(subjects) ? [] : alertsFor(db, subjects, viewer)
  },
  wantedAmong: async (db, given) => {
    const subjects = { ...NOBODY, ...given }
    const { characterIds, vehicleIds } = isNobody(subjects) ? NOBODY : await wantedAmong(db, subjects, viewer)
    return { characterIds: new Set(characterIds), vehicleIds: new Set(vehicleIds) }
  },
})
