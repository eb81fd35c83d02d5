import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { FileProblem, type FileColumn } from '../files.ts'
import { bytes, Instant, numberParam } from '../values.ts'
import { WELCOME_LINK_DAYS } from './password-links.ts'
import { manageUsers } from './rights.ts'

export const USER_FILE_TYPE = 'text/csv'
export const USER_FILE_BYTES = 200_000
export const MAX_USER_FILE_ROWS = 500

export const USER_FILE_COLUMNS: readonly FileColumn[] = [
  { name: 'name', aliases: ['fullName'], isRequired: true, help: 'At most 80 characters' },
  { name: 'email', aliases: ['emailAddress', 'mail'], isRequired: true, help: 'An address that no account has yet' },
  { name: 'department', aliases: ['dept'], help: 'The short or full name of a department; empty for none' },
  { name: 'rank', help: 'The name of a rank in the department; empty for none' },
  { name: 'steamHex', aliases: ['steamId', 'steam'], help: '15 characters, 0–9 and a–f; empty if not known' },
]

const Person = z.object({
  /** The number a spreadsheet shows. */
  row: z.int(),
  name: z.string(),
  emailAddress: z.string(),
  department: z.string().nullable(),
  rank: z.string().nullable(),
  steamId: z.string().nullable(),
})
export const UserFilePerson = Person
export type UserFilePerson = z.infer<typeof UserFilePerson>

/** The outcome of the check of a file: nothing is written. */
export const CheckedUserFile = z.object({
  rows: z.int(),
  /** The rows without a problem. */
  people: z.array(UserFilePerson),
  problems: z.array(FileProblem),
  /** Columns that the portal does not know and leaves out. */
  ignoredColumns: z.array(z.string()),
})
export type CheckedUserFile = z.infer<typeof CheckedUserFile>

/** Shown once. `link` is null as long as the portal does not know its own address: the page then puts its own before the path. */
export const WelcomedUser = Person.extend({ userId: z.int(), code: z.string(), link: z.string().nullable() })
export type WelcomedUser = z.infer<typeof WelcomedUser>

const file = { takes: { types: [USER_FILE_TYPE], bytes: USER_FILE_BYTES, atOnce: 2 }, body: bytes('Send a CSV file') }

export const checkUserFile = defineEndpoint({
  method: 'POST',
  path: '/api/user-files/check',
  summary: `Check a CSV file of at most ${MAX_USER_FILE_ROWS} people who get accounts; writes nothing`,
  access: manageUsers,
  ...file,
  response: CheckedUserFile,
})

export const createFromUserFile = defineEndpoint({
  method: 'POST',
  path: '/api/user-files',
  summary: `Create an account for each row of a CSV file that has no problem, with a welcome link of ${WELCOME_LINK_DAYS} days that is shown once`,
  access: manageUsers,
  query: z.object({
    /** How many accounts the check has shown. If there would be others by now, none is created. */
    accounts: numberParam(1, MAX_USER_FILE_ROWS),
  }),
  ...file,
  response: z.object({ users: z.array(WelcomedUser), expiresAt: Instant }),
})
