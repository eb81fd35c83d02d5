export { writeTimeZone } from './calendar.repo.ts'
