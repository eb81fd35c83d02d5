import { z } from 'zod'
import { parseTableState, serialiseTableState, type SearchParams } from '../../../ui/table-state.ts'
import type { DraftField } from './user-draft.ts'

export const UserTab = z.enum(['account', 'departments', 'roles', 'whitelist', 'sign-ins', 'audit'])
export type UserTab = z.infer<typeof UserTab>

export const TAB_NAMES: Record<UserTab, string> = {
  account: 'Account',
  departments: 'Departments',
  roles: 'Roles and permissions',
  whitelist: 'Whitelist',
  'sign-ins': 'Sign-ins',
  audit: 'Audit trail',
}

/** The tab of each field, so that an error opens it. */
const TAB_OF_FIELD: Record<DraftField, UserTab> = {
  name: 'account',
  emailAddress: 'account',
  steamId: 'account',
  avatarColor: 'account',
  userDepartments: 'departments',
  userPermissions: 'roles',
}

/** The tab to open for errors by dotted path; undefined if the open tab has errors itself. */
export function tabOfErrors(errors: Readonly<Record<string, unknown>>, open: UserTab): UserTab | undefined {
  const tabs = Object.keys(errors)
    .filter((path) => errors[path])
    .flatMap((path) => TAB_OF_FIELD[path.split('.', 1)[0] as DraftField] ?? [])
  return tabs.includes(open) ? undefined : tabs[0]
}

export const SIGN_IN_TABLE = { sortable: [], filterable: [] } as const

/** The open tab, and the page of the sign-in list. */
export function userPageSearch(search: SearchParams): { tab?: UserTab; page?: number; size?: number } {
  const { page, size } = serialiseTableState(parseTableState(search, SIGN_IN_TABLE), SIGN_IN_TABLE)
  const tab = UserTab.safeParse(search['tab']).data
  return { ...(tab && { tab }), ...(page !== undefined && { page: Number(page) }), ...(size !== undefined && { size: Number(size) }) }
}
