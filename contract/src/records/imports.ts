import { z } from 'zod'
import { Instant } from '../values.ts'
import type { FieldOf } from './fields.ts'

export const ImportKind = z.enum(['people', 'vehicles', 'offences'])
export type ImportKind = z.infer<typeof ImportKind>
export const ImportFormat = z.enum(['csv', 'json'])
export type ImportFormat = z.infer<typeof ImportFormat>

export const IMPORT_TYPES: Readonly<Record<ImportFormat, string>> = { csv: 'text/csv', json: 'application/json' }
export const IMPORT_FILE_BYTES = 50_000_000
export const MAX_IMPORT_ROWS = 250_000
/** Of each import this many problems are kept; the others are counted. */
export const MAX_IMPORT_PROBLEMS = 10_000
/** How long a checked file waits to be imported. */
export const IMPORT_FILE_DAYS = 7
/** How long an import and its problems stay in the list. */
export const IMPORT_DAYS = 90
/** Checked files that may wait at the same time. */
export const MAX_WAITING_IMPORTS = 10

/** Columns of a file, and keys of a JSON object. Letter case, spaces and underscores do not matter. */
export type ImportColumn = {
  readonly name: string
  /** Other names for it. */
  readonly aliases?: readonly string[]
  readonly isRequired?: boolean
  readonly help: string
}

export const IMPORT_COLUMNS: Readonly<Record<ImportKind, readonly ImportColumn[]>> = {
  people: [
    { name: 'externalId', aliases: ['id'], help: 'An id of your own. A person imported with the same one is changed instead of added' },
    { name: 'name', aliases: ['fullName'], help: 'First and last name; or give the next two' },
    { name: 'firstName', help: 'With lastName, instead of name' },
    { name: 'lastName', aliases: ['surname'], help: 'With firstName, instead of name' },
    { name: 'bornOn', aliases: ['dateOfBirth', 'birthDate', 'dob'], isRequired: true, help: 'A day, such as 1990-01-31' },
    { name: 'address', help: 'At most 160 characters' },
    { name: 'postal', aliases: ['postalCode'], help: 'At most 16 characters' },
    { name: 'description', help: 'Height, build, hair, marks; at most 500 characters' },
    { name: 'occupation', aliases: ['job'], help: 'At most 80 characters' },
    { name: 'phone', aliases: ['phoneNumber'], help: 'At most 32 characters' },
    { name: 'medicalNotes', help: 'For fire units alone; at most 1,000 characters' },
    { name: 'contacts', aliases: ['emergencyContacts'], help: 'For fire units alone; at most 500 characters' },
    { name: 'email', aliases: ['emailAddress'], help: 'The address of the account that owns the character; empty for none' },
    { name: 'steamId', aliases: ['steamHex'], help: 'The Steam hex of the account, instead of its address' },
  ],
  vehicles: [
    { name: 'externalId', aliases: ['id'], help: 'An id of your own. A vehicle imported with the same one is changed instead of added' },
    { name: 'plate', aliases: ['licensePlate', 'licencePlate'], isRequired: true, help: 'At most 12 letters and digits' },
    { name: 'vin', help: 'Empty for one that the portal makes up' },
    { name: 'model', isRequired: true, help: 'At most 60 characters' },
    { name: 'colour', aliases: ['color'], help: 'At most 40 characters' },
    { name: 'registeredUntil', aliases: ['registrationExpires'], help: 'The last day, such as 2027-01-31; empty if it is not registered' },
    { name: 'insuredUntil', aliases: ['insuranceExpires'], help: 'The last day; empty if it is not insured' },
    { name: 'stolen', aliases: ['isStolen'], help: 'yes or no' },
    { name: 'ownerExternalId', aliases: ['ownerId'], help: 'The externalId of the person who owns it' },
    { name: 'ownerName', aliases: ['owner'], help: 'With ownerBornOn, instead of ownerExternalId; empty for no owner' },
    { name: 'ownerBornOn', aliases: ['ownerDateOfBirth', 'ownerBirthDate', 'ownerDob'], help: 'A day, such as 1990-01-31' },
  ],
  offences: [
    { name: 'code', isRequired: true, help: 'An offence in use with the same code is changed instead of added' },
    { name: 'title', isRequired: true, help: 'At most 120 characters' },
    { name: 'type', isRequired: true, help: 'Infraction, Misdemeanor or Felony' },
    { name: 'category', isRequired: true, help: 'At most 60 characters' },
    { name: 'description', help: 'At most 2,000 characters' },
    { name: 'fineMin', isRequired: true, help: 'A whole number; empty for 0' },
    { name: 'fineMax', isRequired: true, help: 'A whole number; empty for 0' },
    { name: 'jailMin', isRequired: true, help: 'Minutes; empty for 0' },
    { name: 'jailMax', isRequired: true, help: 'Minutes; empty for 0' },
    { name: 'points', isRequired: true, help: 'Against the driving licence; empty for 0' },
  ],
}

/** Files of these kinds may also have columns for the community's own fields, of which an empty cell changes nothing. */
export const IMPORT_FIELDS: Readonly<Partial<Record<ImportKind, FieldOf>>> = { people: 'character', vehicles: 'vehicle' }
/** The column of a field. Its name alone will do where no column above is called so. */
export const fieldColumn = (name: string): string => `field: ${name}`

/**
 * `ready` is checked and waits to be imported. `cancelled` keeps what was written until then. `failed` could not be read. `discarded` was
 * deleted, by someone or after IMPORT_FILE_DAYS, before it was imported.
 */
export const ImportState = z.enum(['checking', 'ready', 'writing', 'done', 'cancelled', 'failed', 'discarded'])
export type ImportState = z.infer<typeof ImportState>

const Person = z.object({ userId: z.int(), name: z.string() })

export const Import = z.object({
  importId: z.int(),
  /** Advanced with each change that is told, so that a late answer does not replace a newer state. */
  version: z.int(),
  kind: ImportKind,
  format: ImportFormat,
  fileName: z.string(),
  fileBytes: z.int(),
  state: ImportState,
  /** Why it failed. */
  error: z.string().nullable(),
  /** Of the check or the import, whichever runs. */
  percent: z.int(),
  /** Columns that the portal does not know and leaves out. */
  ignoredColumns: z.array(z.string()),
  rows: z.int(),
  /** What importing it would do, by the check. */
  toAdd: z.int(),
  toChange: z.int(),
  unchanged: z.int(),
  /** Rows that are left out, and all that is wrong with them; more than MAX_IMPORT_PROBLEMS are counted but not listed. */
  problemRows: z.int(),
  problems: z.int(),
  /** What was written. */
  added: z.int(),
  changed: z.int(),
  uploadedBy: Person,
  uploadedAt: Instant,
  startedBy: Person.nullable(),
  startedAt: Instant.nullable(),
  /** When it was done, cancelled, discarded or failed. */
  endedAt: Instant.nullable(),
})
export type Import = z.infer<typeof Import>

/** `row` is the number a spreadsheet shows, so 2 is the first one after the header; in a JSON file the place in the list, from 1. */
export const ImportProblem = z.object({ problemId: z.int(), row: z.int(), field: z.string().nullable(), message: z.string() })
export type ImportProblem = z.infer<typeof ImportProblem>
