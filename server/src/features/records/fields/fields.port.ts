export { findField, listFields } from './fields.repo.ts'
export { storedFields } from './fields.subjects.ts'
export { serviceOf } from './fields.units.ts'
export { describeChanges, checkFields, checkValues, isSameFields, problemWith, visibleFields, valueText } from './fields.values.ts'
