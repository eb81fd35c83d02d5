export { countUsers, findCredentials } from './users.repo.ts'
export { createUser } from './users.service.ts'
