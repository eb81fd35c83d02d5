export { findField, listFields } from './fields.repo.ts'
export { storedFields } from './fields.subjects.ts'
export { serviceOf } from './fields.units.ts'
export { changesOfFields, checkFields, checkValues, isSameFields, problemWith, visibleFields, wordsOf } from './fields.values.ts'
