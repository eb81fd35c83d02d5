import { WARRANT_TYPES, warrantNumber, type RecordActor, type WarrantState } from '@tenfour/contract'
import type { Tx } from '../../../../platform/database/database.ts'
import type { EmitAll } from '../../../../platform/database/transaction.ts'
import { tellAll, type Telling } from '../../../people/notices/notices.port.ts'
import { unitsToTell } from './warrants.recipients.ts'
import type { WarrantRow } from '../read/warrants.rows.ts'

const OUTCOMES: Partial<Record<WarrantState, string>> = {
  returned: 'returned',
  denied: 'denied',
  active: 'signed',
  served: 'served',
  recalled: 'recalled',
  expired: 'expired',
}

/** Sends notices of a step: decisions to the writer, new arrest warrants to units on duty. Nobody gets a notice of their own act. */
export async function tellOfStep(
  tx: Tx,
  emitAll: EmitAll,
  before: WarrantRow | null,
  after: WarrantRow,
  by: RecordActor | null,
): Promise<void> {
  if (before?.state === after.state) return
  const number = warrantNumber(after.year, after.number)
  const subject = `${after.subject_name}: ${after.about}`
  const outcome = OUTCOMES[after.state]
  const isPrivate = after.is_confidential || after.signed_at === null
  const tellings = new Map<number, Telling>()
  if (after.state === 'active' && after.type === 'arrest') {
    const notice = { title: `New arrest warrant ${number}`, text: subject, path: null, isPrivate }
    for (const userId of await unitsToTell(tx, after)) tellings.set(userId, { userId, notice })
  }
  if (outcome !== undefined) {
    const title = `${WARRANT_TYPES[after.type].title} ${number} ${outcome}`
    const text = after.reason === '' ? subject : after.reason
    tellings.set(after.writer_id, { userId: after.writer_id, notice: { title, text, path: `/user/warrants/${after.id}`, isPrivate } })
  }
  if (by) tellings.delete(by.userId)
  await tellAll(tx, emitAll, [...tellings.values()])
}
