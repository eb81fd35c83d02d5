import {
  checkUserFile,
  createFromUserFile,
  USER_FILE_BYTES,
  USER_FILE_TYPE,
  type CheckedUserFile,
  type ResponseOf,
  type WelcomedUser,
} from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { csvTime, toCsv } from '../../../platform/download/csv-export.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { addressOf } from '../password-links/password-links.port.ts'

/** A file and the outcome of its check. */
export type Checked = { readonly name: string; readonly file: Blob; readonly result: CheckedUserFile }
export type Welcomed = ResponseOf<typeof createFromUserFile>

/** A copy of the file as it is now, since the same rows are sent twice. Some systems know CSV files as spreadsheets. */
export const copyOf = async (file: File): Promise<Blob> => new Blob([await file.arrayBuffer()], { type: USER_FILE_TYPE })

export function whyNotSend({ size }: File): string | null {
  if (size === 0) return 'The file is empty.'
  return size > USER_FILE_BYTES ? `The file is too large: at most ${USER_FILE_BYTES / 1000} kB.` : null
}

export const check = (file: Blob): Promise<CheckedUserFile> => call(checkUserFile, { file })

export async function create(file: Blob, accounts: number): Promise<Welcomed> {
  const created = await call(createFromUserFile, { file, query: { accounts } })
  for (const queryKey of [['users'], ['audit']]) void queryClient.invalidateQueries({ queryKey })
  return created
}

/** The links, to be sent to their people. */
export const linksAsCsv = ({ users, expiresAt }: Welcomed): string =>
  toCsv(
    ['Name', 'Email', 'Department', 'Rank', 'Link', 'Works until'],
    users.map((user: WelcomedUser) => [user.name, user.emailAddress, user.department, user.rank, addressOf(user), csvTime(expiresAt)]),
  )
