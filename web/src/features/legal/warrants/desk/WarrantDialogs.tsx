import { ServeDialog } from './ServeDialog.tsx'
import { TypeChooser } from './TypeChooser.tsx'
import { closeWarrantDialog, type WarrantDialog } from './warrant-desk.ts'

export const WarrantDialogs = ({ dialog }: { dialog: WarrantDialog }) =>
  dialog.kind === 'type' ? (
    <TypeChooser about={dialog.about} />
  ) : (
    <ServeDialog key={dialog.warrant.warrantId} warrant={dialog.warrant} onClose={closeWarrantDialog} />
  )
