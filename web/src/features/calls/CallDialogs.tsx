import { AssignDialog } from './AssignDialog.tsx'
import { ClearDialog } from './ClearDialog.tsx'

/** What is asked about a call before it is done. */
export type CallDialog = { readonly kind: 'assign' | 'clear'; readonly callId: number }

export function CallDialogs({ dialog, onClose }: { dialog: CallDialog | null; onClose: () => void }) {
  if (!dialog) return null
  switch (dialog.kind) {
    case 'assign':
      return <AssignDialog callId={dialog.callId} onClose={onClose} />
    case 'clear':
      return <ClearDialog callId={dialog.callId} onClose={onClose} />
  }
}
