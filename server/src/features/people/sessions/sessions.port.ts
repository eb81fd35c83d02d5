export { deviceOf } from './sessions.repo.ts'
