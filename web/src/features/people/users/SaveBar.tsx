import { UnsavedBar } from '../../../ui/UnsavedBar.tsx'
import { FIELD_NAMES } from './user-differences.ts'
import type { DraftField } from './user-draft.ts'

type SaveBarProps = { formId: string; changed: readonly DraftField[]; isSaving: boolean; onDiscard: () => void }

/** On every tab of an account. */
export function SaveBar({ changed, ...bar }: SaveBarProps) {
  return <UnsavedBar what={changed.map((field) => FIELD_NAMES[field].toLowerCase())} {...bar} />
}
