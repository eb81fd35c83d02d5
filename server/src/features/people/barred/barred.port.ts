export { assertAccountMayJoin, assertMayJoin, MayNotReturn, tellStaffWhy } from './barred.service.ts'
export { insertBar, liftBar, whoBarred, whoIsBarred } from './barred.repo.ts'
