export { AmountInput } from './AmountInput.tsx'
export { Chips, FieldProblem, removeRow } from './Chips.tsx'
export { ClashList } from './ClashList.tsx'
export { createDraftCopies } from './draft-copies.ts'
export {
  createDraftSession,
  isUnsaved,
  MAX_LEAVING_CHARACTERS,
  saveWords,
  TYPING_MS,
  type DraftDeps,
  type DraftSession,
  type DraftState,
} from './draft-session.ts'
export { default as editorClasses } from './Editor.module.css'
export { DraftForm, DraftOpening, useSubmission } from './DraftForm.tsx'
export { merge, type Part, type Parts } from './merge.ts'
export { OffenceField } from './OffenceField.tsx'
export { PickField } from './PickField.tsx'
export { useDraftState, type FollowDrafts } from './use-draft-state.ts'
