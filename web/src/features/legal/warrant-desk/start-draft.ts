import { startWarrant, type WarrantType } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { onlyType, openWarrantDialog, openWarrantDraft, type WarrantAbout } from './warrant-desk.ts'

/** Starts a draft and opens it. */
export async function draftWarrant(type: WarrantType, { label, ...about }: WarrantAbout): Promise<void> {
  try {
    openWarrantDraft((await call(startWarrant, { body: { type, ...about } })).draftId)
  } catch (error) {
    reportError(error, `No warrant was started: ${label}`)
  }
}

/** Asks for the type where there is a choice. */
export function askWarrantDraft(about: WarrantAbout): void {
  const type = onlyType(about)
  if (type) void draftWarrant(type, about)
  else openWarrantDialog({ kind: 'type', about })
}
