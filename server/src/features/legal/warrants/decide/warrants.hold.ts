import { accessSubject, isAllowed, legalStaff, policeUnit, signsWarrants, type RecordActor } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../../platform/auth/current-user.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { noSuchWarrant, readWarrant, warrantChanged, type WarrantRow } from '../read/warrants.rows.ts'
import { whyForbidden, whyNotNow, type Act, type ActingViewer } from './warrants.transitions.ts'
import { isKnownTo } from '../read/warrants.viewers.ts'

export type Held = { readonly row: WarrantRow; readonly viewer: ActingViewer; readonly by: RecordActor; readonly at: Date }

/**
 * Locks a warrant for an act until the transaction ends. Refuses, in this order: members who may not know of the warrant, members who may not act
 * by the roles and duty they have now, an older version, and what its state does not allow.
 */
export async function holdWarrant(tx: Tx, actor: Pick<Actor, 'userId'>, act: Act, warrantId: number, version: number): Promise<Held> {
  await sql`select from warrants where id = ${warrantId} for update`.execute(tx)
  const { viewer, by } = await readActingViewer(tx, actor)
  const row = await readKnownWarrant(tx, viewer, warrantId)
  const forbidden = whyForbidden(act, viewer, row)
  if (forbidden) throw forbidden
  if (row.version !== version) throw warrantChanged()
  const at = new Date()
  const refusal = whyNotNow(act, viewer, row, at)
  if (refusal) throw refusal
  return { row, viewer, by, at }
}

async function readActingViewer(tx: Tx, { userId }: Pick<Actor, 'userId'>): Promise<{ viewer: ActingViewer; by: RecordActor }> {
  const loaded = await loadCurrentUser(tx, userId)
  if (!loaded) throw new AppError('forbidden', 'You do not have access to perform that action')
  const subject = accessSubject(loaded.user)
  const { rows } = await sql<{ identifier: string }>`select identifier from units where user_id = ${userId} and status <> 1`.execute(tx)
  return {
    viewer: {
      userId,
      isLegal: isAllowed(legalStaff, subject),
      maySign: isAllowed(signsWarrants, subject),
      isPolice: isAllowed(policeUnit(), subject),
    },
    by: { userId, name: loaded.user.name, identifier: rows[0]?.identifier ?? '' },
  }
}

/** Before a warrant is signed, only its writer and legal staff may know of it. */
async function readKnownWarrant(tx: Tx, viewer: ActingViewer, warrantId: number): Promise<WarrantRow> {
  const row = await readWarrant(tx, warrantId)
  const { rows } = await sql<{ known: boolean }>`select ${isKnownTo(viewer)} as known from warrants w where w.id = ${warrantId}`.execute(tx)
  const isShown = viewer.isLegal || row.writer_id === viewer.userId || (viewer.isPolice && row.signed_at !== null)
  if (!rows[0]?.known || !isShown) throw noSuchWarrant()
  return row
}
