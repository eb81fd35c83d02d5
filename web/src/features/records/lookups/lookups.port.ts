export { ActHost } from './ActHost.tsx'
export { clearLookups } from './desk.ts'
