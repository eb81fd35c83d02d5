export { AmountInput } from './AmountInput.tsx'
export { Chips } from './Chips.tsx'
export { ClashList } from './ClashList.tsx'
export { createDraftCopies } from './draft-copies.ts'
export {
  createDraftSession,
  MAX_LEAVING_CHARACTERS,
  TYPING_MS,
  type DraftDeps,
  type DraftSession,
  type DraftState,
} from './draft-session.ts'
export { default as editorClasses } from './Editor.module.css'
export { EditorFooter } from './EditorFooter.tsx'
export { merge, type Part, type Parts } from './merge.ts'
export { OffenceField } from './OffenceField.tsx'
export { PickField } from './PickField.tsx'
export { removeRow } from './remove-row.ts'
export { isUnsaved, saveWords } from './save.labels.ts'
export { useDraftState, type FollowDrafts } from './use-draft-state.ts'
