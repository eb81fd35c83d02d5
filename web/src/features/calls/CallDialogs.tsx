import { later } from '../../platform/load/later.tsx'

/** What is asked about a call before it is done. */
export type CallDialog = { readonly kind: 'assign' | 'clear' | 'merge' | 'transfer' | 'tone'; readonly callId: number }

const CallQuestion = later(async () => (await import('./CallQuestion.tsx')).CallQuestion)

export function CallDialogs({ dialog, onClose }: { dialog: CallDialog | null; onClose: () => void }) {
  return dialog && <CallQuestion dialog={dialog} onClose={onClose} />
}
