export { getAccount, idsAbove, lockAccount, lockUsers, lockWithActor, readAccount, type LockedAccount } from './users.account.ts'
export {
  authorizedWithoutAsking,
  createAuthorize,
  explainLedByDiscord,
  type Authorize,
  type AuthorizedTx,
  type WatchGifts,
} from './users.authority.ts'
export { acceptConduct, type NewcomersConduct } from './users.conduct.ts'
export {
  assertMemberships,
  followMemberships,
  leavesEveryDepartment,
  nameRankAuthor,
  replaceMemberships,
  replacePermissions,
} from './users.memberships.ts'
export { insertAccount } from './users.create.ts'
export { recordChange } from './users.manage.ts'
export { assertSamePassword, createPasswordCheck, type PasswordCheck } from './users.password.ts'
export {
  confirmedUntil,
  confirmSession,
  countUsers,
  explainAccountViolation,
  findCredentials,
  insertUserRole,
  lockRoles,
} from './users.repo.ts'
export { createUser } from './users.service.ts'
