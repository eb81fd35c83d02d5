export { assertAccountMayJoin, assertMayJoin, MayNotReturn, tellStaffWhy } from './barred.service.ts'
export { insertBar, liftBar, recordLicenses, whoIsBarred } from './barred.repo.ts'
