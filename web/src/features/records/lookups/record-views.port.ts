export { RecordView } from './records/RecordView.tsx'
export type { LookupRequest } from './record-desk.ts'
export { idOf, KIND_WORDS, labelOf, rowDetail } from './search/search-rows.ts'
