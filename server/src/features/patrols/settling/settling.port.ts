export type { Settle } from './settling.repo.ts'
