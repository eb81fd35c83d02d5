export { createLimitedKeys } from './servers.limited.ts'
export { isServer } from './servers.manage.repo.ts'
export { serverStatuses } from './servers.repo.ts'
