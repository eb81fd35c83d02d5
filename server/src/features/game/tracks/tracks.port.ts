export { keptSince } from './tracks.service.ts'
