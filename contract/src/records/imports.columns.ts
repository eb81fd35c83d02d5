import type { FileColumn } from '../files.ts'
import type { FieldOf } from './fields.values.ts'
import type { ImportFormat, ImportKind } from './imports.ts'

/** Columns that a file may have. They are in a file of their own, because every page carries the schemas of imports with the rooms. */

export const IMPORT_TYPES: Readonly<Record<ImportFormat, string>> = { csv: 'text/csv', json: 'application/json' }
export const IMPORT_FILE_BYTES = 50_000_000
export const MAX_IMPORT_ROWS = 250_000
/** This many problems of an import are stored; further ones are only counted. */
export const MAX_IMPORT_PROBLEMS = 10_000
/** How long a checked file waits to be imported. */
export const IMPORT_FILE_DAYS = 7
/** How long an import and its problems stay in the list. */
export const IMPORT_DAYS = 90
/** How long an import can be undone. */
export const IMPORT_UNDO_HOURS = 24
/** How many checked files may wait to be imported. */
export const MAX_WAITING_IMPORTS = 10

export const IMPORT_COLUMNS: Readonly<Record<ImportKind, readonly FileColumn[]>> = {
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

/** Files of these kinds may also have columns for the community's own fields. An empty cell in such a column changes nothing. */
export const IMPORT_FIELDS: Readonly<Partial<Record<ImportKind, FieldOf>>> = { people: 'character', vehicles: 'vehicle' }
/** The column of a field. The field's name is enough if no column above has that name. */
export const fieldColumn = (name: string): string => `field: ${name}`
