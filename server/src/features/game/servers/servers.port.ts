export { createLimitedKeys } from './servers.limited.ts'
export { isServer } from './servers.manage.repo.ts'
export { keyRefusals, serverStatuses } from './servers.repo.ts'
