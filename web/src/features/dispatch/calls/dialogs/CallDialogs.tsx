import { lazyComponent } from '../../../../platform/load/lazy-component.tsx'
import { DIALOG } from '../../../../platform/load/shapes.tsx'
import type { CallDialog } from './CallQuestion.tsx'

export type { CallDialog } from './CallQuestion.tsx'

const CallQuestion = lazyComponent(async () => (await import('./CallQuestion.tsx')).CallQuestion, { what: 'The dialog', shape: DIALOG })

export function CallDialogs({ dialog, onClose }: { dialog: CallDialog | null; onClose: () => void }) {
  return dialog && <CallQuestion dialog={dialog} onClose={onClose} />
}
