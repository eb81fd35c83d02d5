export { openSessions, signedInAddresses, signInsOf } from './sessions.repo.ts'
