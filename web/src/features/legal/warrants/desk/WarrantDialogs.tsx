import { WARRANT_TYPES, WarrantType } from '@tenfour/contract'
import { ServeDialog } from './ServeDialog.tsx'
import { closeWarrantDialog, type WarrantDialog, draftWarrant } from './warrant-desk.ts'
import { KeyChooser } from '../../../../ui/KeyChooser.tsx'

const TYPES = WarrantType.options.map((value) => ({ value, key: value.charAt(0).toUpperCase(), label: WARRANT_TYPES[value].title }))

export const WarrantDialogs = ({ dialog }: { dialog: WarrantDialog }) =>
  dialog.kind === 'type' ? (
    <KeyChooser
      title="Draft warrant"
      subject={dialog.about.label}
      options={TYPES}
      onChoose={(type) => {
        closeWarrantDialog()
        void draftWarrant(type, dialog.about)
      }}
      onClose={closeWarrantDialog}
    />
  ) : (
    <ServeDialog key={dialog.warrant.warrantId} warrant={dialog.warrant} onClose={closeWarrantDialog} />
  )
