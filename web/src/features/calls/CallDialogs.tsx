import { later } from '../../platform/load/later.tsx'
import type { CallDialog } from './CallQuestion.tsx'

export type { CallDialog } from './CallQuestion.tsx'

const CallQuestion = later(async () => (await import('./CallQuestion.tsx')).CallQuestion)

export function CallDialogs({ dialog, onClose }: { dialog: CallDialog | null; onClose: () => void }) {
  return dialog && <CallQuestion dialog={dialog} onClose={onClose} />
}
