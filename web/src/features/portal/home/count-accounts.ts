import { listUsers } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'

const EVERY_ACCOUNT = { includeDisabled: false, includeDeleted: false }

export const countAccounts = async (signal: AbortSignal): Promise<number> =>
  (await call(listUsers, { params: EVERY_ACCOUNT, query: { page: 1, pageSize: 1 }, signal, quiet: true })).total
