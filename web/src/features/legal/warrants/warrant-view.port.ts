export { WarrantDocument } from './document/WarrantDocument.tsx'
export { HistoryCard } from './read/HistoryCard.tsx'
export { reasonOf, SHORT_TYPES, standing, typeWords } from './warrant.labels.ts'
export { keepWarrant, refreshWarrant, warrantQuery } from './warrants.queries.ts'
