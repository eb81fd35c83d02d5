import type { Licence } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'
import type { Emit } from '../../../platform/database/transaction.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { characterPath, emitOwn, writeEvent, type Owner } from '../history/history.port.ts'
import { dayFormat } from './licences.service.ts'

export type LicenceEvent = { readonly title: string; readonly text: string; readonly reason: string }

/** The day alone where it begins then, so that nobody is told a day that is not theirs. */
export function instantText(at: Date): string {
  const time = at.toISOString().slice(11, 16)
  return time === '00:00' ? dayFormat.format(at) : `${dayFormat.format(at)}, ${time} UTC`
}

/** On record, and told to the member. `by` is null where it follows from the community's rule. */
export async function putOnRecord(
  tx: Tx,
  emit: Emit,
  by: { readonly userId: number; readonly identifier?: string } | null,
  { characterId, userId, name }: Owner,
  { licence, event }: { readonly licence: Licence; readonly event: LicenceEvent },
): Promise<void> {
  await writeEvent(tx, by, { characterId, ...event })
  if (userId === null) return
  await emitOwn(emit, userId, 'licence.saved', licence)
  const text = event.reason === '' ? event.text : `${event.text}. ${event.reason}`
  await tell(tx, emit, userId, { title: event.title, text: `${name}: ${text}`, path: characterPath(characterId) })
}
