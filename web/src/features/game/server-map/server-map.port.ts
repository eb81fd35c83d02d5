export { useServerMap } from './server-map.queries.ts'
