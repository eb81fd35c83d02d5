export { draftChanged, draftTable, noSuchDraft } from './drafts.table.ts'
export { waitingForWriter } from './drafts.waiting.ts'
