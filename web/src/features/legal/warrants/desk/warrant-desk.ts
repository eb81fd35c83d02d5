import { type WarrantType, startWarrant } from '@tenfour/contract'
import { z } from 'zod'
import { createObservable, useObservable } from '../../../../platform/store/observable.ts'
import { leftOpen, useLeftOpen } from '../../../../panels/reopen.ts'
import { focusPanel, type ServedWarrant, type WarrantRequest } from '../../../../panels/selection.ts'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'

export type WarrantAbout = Extract<WarrantRequest, { kind: 'draft' }>['about']

/** The draft or warrant in the warrant panel. */
export type OpenWarrant =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'draft'; readonly draftId: number }
  | { readonly kind: 'warrant'; readonly warrantId: number }
const NOTHING: OpenWarrant = { kind: 'nothing' }
const opened = createObservable<OpenWarrant>(NOTHING)
export const useOpenWarrant = (): OpenWarrant => useObservable(opened)

function show(next: OpenWarrant): void {
  opened.set(next)
  if (next.kind !== 'nothing') focusPanel('warrant')
}
export const openWarrant = (warrantId: number): void => show({ kind: 'warrant', warrantId })
export const openWarrantDraft = (draftId: number): void => show({ kind: 'draft', draftId })
export const closeWarrant = (): void => show(NOTHING)

const left = leftOpen(
  'warrant',
  z.union([z.object({ kind: z.literal('draft'), draftId: z.int() }), z.object({ kind: z.literal('warrant'), warrantId: z.int() })]),
)

/** A reload brings back the warrant or the draft that was open. */
export function useLeftWarrant(userId: number): void {
  const shown = useOpenWarrant()
  useLeftOpen(left, userId, shown.kind === 'nothing' ? null : shown, (was) => {
    if (opened.get().kind === 'nothing') opened.set(was)
  })
}

/** The dialog that is open: which type to draft, or the return of one that is served. */
export type WarrantDialog =
  | { readonly kind: 'type'; readonly about: WarrantAbout }
  | { readonly kind: 'serve'; readonly warrant: ServedWarrant }
const dialog = createObservable<WarrantDialog | null>(null)
export const useWarrantDialog = (): WarrantDialog | null => useObservable(dialog)
export const openWarrantDialog = (next: WarrantDialog): void => dialog.set(next)
export const closeWarrantDialog = (): void => dialog.set(null)

/** A vehicle can be searched alone; about a person or a call the type is asked for. */
export const onlyType = ({ vehicleId, characterId }: WarrantAbout): WarrantType | undefined =>
  vehicleId !== undefined && characterId === undefined ? 'search' : undefined

/** When the unit goes off duty nothing of it stays on the screen; drafts stay on the server. */
export function clearWarrants(): void {
  opened.set(NOTHING)
  closeWarrantDialog()
}

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
