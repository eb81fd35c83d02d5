export { openSessionIn, recordFailure, TooManyAttempts } from './auth.service.ts'
