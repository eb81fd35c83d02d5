export { openSessionIn, TooManyAttempts } from './auth.service.ts'
