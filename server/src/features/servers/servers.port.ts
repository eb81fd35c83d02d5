export { SERVERS_STREAM } from './servers.service.ts'
