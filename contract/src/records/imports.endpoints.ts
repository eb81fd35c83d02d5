import { z } from 'zod'
import { admin } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { bytes, IdParam, trimmed } from '../values.ts'
import { IMPORT_FILE_BYTES, IMPORT_TYPES, IMPORT_UNDO_HOURS } from './imports.columns.ts'
import { Import, ImportFormat, ImportKind, ImportProblem } from './imports.ts'

const byImport = z.object({ importId: IdParam })

export const uploadImport = defineEndpoint({
  method: 'POST',
  path: '/api/imports',
  summary: `Upload a CSV or JSON file of people, vehicles or offences, at most ${IMPORT_FILE_BYTES / 1_000_000} MB. It is checked and nothing else is written`,
  access: admin,
  query: z.object({
    kind: ImportKind,
    format: ImportFormat,
    fileName: trimmed(200, 'A file name has at most 200 characters').min(1, 'Name the file'),
  }),
  takes: { types: Object.values(IMPORT_TYPES), bytes: IMPORT_FILE_BYTES, atOnce: 1 },
  body: bytes('Send a CSV or JSON file'),
  response: Import,
})

export const listImports = defineEndpoint({
  method: 'GET',
  path: '/api/imports',
  summary: 'Imports, newest first',
  access: admin,
  query: PageQuery,
  response: pageOf(Import),
})

export const getImport = defineEndpoint({
  method: 'GET',
  path: '/api/imports/:importId',
  summary: 'One import with its counts and progress',
  access: admin,
  params: byImport,
  response: Import,
})

export const listImportProblems = defineEndpoint({
  method: 'GET',
  path: '/api/imports/:importId/problems',
  summary: 'Problems in a file, by row',
  access: admin,
  params: byImport,
  query: PageQuery,
  response: pageOf(ImportProblem),
})

export const startImport = defineEndpoint({
  method: 'POST',
  path: '/api/imports/:importId/start',
  summary: 'Import the rows of a checked file that have no problem; offences all or none',
  access: admin,
  params: byImport,
  response: Import,
})

export const cancelImport = defineEndpoint({
  method: 'POST',
  path: '/api/imports/:importId/cancel',
  summary: 'Stop a check or an import; what was written stays',
  access: admin,
  params: byImport,
  response: Import,
})

export const discardImport = defineEndpoint({
  method: 'DELETE',
  path: '/api/imports/:importId/file',
  summary: 'Delete a checked file that was not imported',
  access: admin,
  params: byImport,
  response: Import,
})

export const undoImport = defineEndpoint({
  method: 'POST',
  path: '/api/imports/:importId/undo',
  summary: `Remove what an import added, within ${IMPORT_UNDO_HOURS} hours; records that were changed or used since are kept`,
  access: admin,
  params: byImport,
  response: Import,
})
