export { draftChanged, draftTable, noSuchDraft } from './drafts.table.ts'
