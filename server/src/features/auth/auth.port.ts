export { openSessionIn } from './auth.service.ts'
