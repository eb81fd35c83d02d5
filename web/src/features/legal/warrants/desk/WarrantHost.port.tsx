import { useEffect } from 'react'
import { lazyComponent } from '../../../../platform/load/lazy-component.tsx'
import { DIALOG } from '../../../../platform/load/shapes.tsx'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { shownWarrant, useWantedWarrant } from '../../../../panels/selection.ts'
import { askWarrantDraft, closeWarrantDialog, openWarrant, openWarrantDialog, useLeftWarrant, useWarrantDialog } from './warrant-desk.ts'

export { clearWarrants } from './warrant-desk.ts'

const WarrantDialogs = lazyComponent(async () => (await import('./WarrantDialogs.tsx')).WarrantDialogs, {
  what: 'The form',
  shape: DIALOG,
})

/** Takes up what other panels ask for of warrants, and holds the dialogs. */
export function WarrantHost() {
  useLeftWarrant(useSignedInUser().userId)
  const wanted = useWantedWarrant()
  useEffect(() => {
    if (wanted === null) return
    if (wanted.kind === 'open') openWarrant(wanted.warrantId)
    else if (wanted.kind === 'draft') askWarrantDraft(wanted.about)
    else openWarrantDialog(wanted)
    shownWarrant()
  }, [wanted])
  useEffect(() => closeWarrantDialog, [])
  const dialog = useWarrantDialog()
  return dialog && <WarrantDialogs dialog={dialog} />
}
