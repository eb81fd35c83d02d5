export { countRefused } from './api-logs.repo.ts'
