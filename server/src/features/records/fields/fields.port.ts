export { fieldsOf, listFields } from './fields.repo.ts'
export { checkFields, visibleFields, wordsOf, type Filler } from './fields.values.ts'
