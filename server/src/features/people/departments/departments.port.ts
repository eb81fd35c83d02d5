export { departments, ranks } from './departments.repo.ts'
export { giveShippedCapabilities } from './departments.offer.ts'
export { playDepartments } from './departments.played.ts'
