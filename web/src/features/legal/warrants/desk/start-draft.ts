import { startWarrant, type WarrantType } from '@tenfour/contract'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { onlyType, openWarrantDialog, openWarrantDraft, type WarrantAbout } from './warrant-desk.ts'

let isStarting = false

/** Starts a draft and opens it. One at a time, so that a key pressed twice does not leave a second draft. */
export async function draftWarrant(type: WarrantType, { label, ...about }: WarrantAbout): Promise<void> {
  if (isStarting) return
  isStarting = true
  try {
    openWarrantDraft((await call(startWarrant, { body: { type, ...about } })).draftId)
  } catch (error) {
    reportError(error, `No warrant was started: ${label}`)
  } finally {
    isStarting = false
  }
}

/** Asks for the type where there is a choice. */
export function askWarrantDraft(about: WarrantAbout): void {
  const type = onlyType(about)
  if (type) void draftWarrant(type, about)
  else openWarrantDialog({ kind: 'type', about })
}
