export { statusNow } from './licence-words.ts'
