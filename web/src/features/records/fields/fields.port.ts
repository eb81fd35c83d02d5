export { draftOf, factsOf, fieldProblems, fieldsForm, fieldsOf, filledBy, keptBy, toInput, type FieldDraft } from './field-values.ts'
export { reloadFields, useFields } from './fields-store.ts'
