export type { Exchange } from './bridge.gateway.ts'
