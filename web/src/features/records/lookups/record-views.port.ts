export { RecordView } from './RecordView.tsx'
export type { LookupRequest } from './record-desk.ts'
export { idOf, KIND_WORDS, labelOf, rowDetail } from './search-rows.ts'
