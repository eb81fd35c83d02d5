export { giveShippedCapabilities } from './departments.offer.ts'
