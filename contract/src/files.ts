import { z } from 'zod'

/** A column of a file, or the key of a JSON object. Letter case, spaces and underscores do not matter. */
export type FileColumn = {
  readonly name: string
  /** Other names for the column. */
  readonly aliases?: readonly string[]
  readonly isRequired?: boolean
  readonly help: string
}

/** `row` is the number a spreadsheet shows, so 2 is the first one after the header; in a JSON file the place in the list, from 1. */
export const FileProblem = z.object({
  row: z.int(),
  field: z.string().nullable(),
  message: z.string(),
  /** The value in the file, shortened; empty for an empty cell, null if it is not known. */
  found: z.string().nullable(),
})
export type FileProblem = z.infer<typeof FileProblem>
