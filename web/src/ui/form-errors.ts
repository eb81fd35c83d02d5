import type { z } from 'zod'
import type { ErrorInfo } from './error-info.ts'

export type FieldErrors = Record<string, string>

/** The first error of each field, by dotted path; those of no field under ''. */
export function schemaErrors(schema: z.ZodType, values: unknown): FieldErrors {
  const parsed = schema.safeParse(values)
  const errors: FieldErrors = {}
  for (const issue of parsed.error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message
  return errors
}

/** The form field of a server error. The server may use a path within its request: `body.name`, `user.name`. */
export function fieldOfError(values: unknown, { field }: Pick<ErrorInfo, 'field'>): string | null {
  const segments = field?.split('.') ?? []
  for (let start = 0; start < segments.length; start += 1) {
    const path = segments.slice(start)
    if (hasPath(values, path)) return path.join('.')
  }
  return null
}

/** The first error of a field or anything within it, for a control that shows the whole field. */
export const errorWithin = <T>(errors: Readonly<Record<string, T>>, path: string): T | undefined =>
  Object.entries(errors).find(([at, error]) => error && (at === path || at.startsWith(`${path}.`)))?.[1]

function hasPath(values: unknown, path: readonly string[]): boolean {
  let at: unknown = values
  for (const segment of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, segment)) return false
    at = Reflect.get(at, segment)
  }
  return true
}
