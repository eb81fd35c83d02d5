import { AssignDialog } from './AssignDialog.tsx'
import { ClearDialog } from './ClearDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { ToneDialog } from './ToneDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'

/** The dialogs about a call. */
export type CallDialog = { readonly kind: 'assign' | 'clear' | 'merge' | 'transfer' | 'tone'; readonly callId: number }

export function CallQuestion({ dialog: { kind, callId }, onClose }: { dialog: CallDialog; onClose: () => void }) {
  switch (kind) {
    case 'assign':
      return <AssignDialog callId={callId} onClose={onClose} />
    case 'clear':
      return <ClearDialog callId={callId} onClose={onClose} />
    case 'merge':
      return <MergeDialog callId={callId} onClose={onClose} />
    case 'transfer':
      return <TransferDialog callId={callId} onClose={onClose} />
    case 'tone':
      return <ToneDialog callId={callId} onClose={onClose} />
  }
}
