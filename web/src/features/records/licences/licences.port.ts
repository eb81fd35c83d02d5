export { statusNow } from './licence.labels.ts'
