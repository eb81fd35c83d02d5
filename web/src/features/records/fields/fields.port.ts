export { draftOf, factsOf, fieldsForm, fieldsOf, filledBy, keptBy, toInput, type FieldDraft } from './field-values.ts'
export { useFields } from './fields-store.ts'
