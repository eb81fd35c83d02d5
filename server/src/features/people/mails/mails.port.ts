export type { Mails } from './mails.queue.ts'
