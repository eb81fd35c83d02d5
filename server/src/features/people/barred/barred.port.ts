export { assertAccountMayJoin, assertMayJoin, MayNotReturn, tellStaffWhy } from './barred.service.ts'
export { insertBar, liftBar, whoIsBarred } from './barred.repo.ts'
