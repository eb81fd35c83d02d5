export { findMap } from './server-map.repo.ts'
export type { ServerMaps } from './server-map.service.ts'
