import type { z } from 'zod'

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
}

/** Fallback message for invalid input whose schema has no message of its own: a sentence about the field. */
export function inputProblem(issue: z.core.$ZodRawIssue): string {
  const field = (issue.path ?? []).join('.') || 'The input'
  if (issue.input === undefined && issue.code !== 'custom') return `${field} is missing`
  switch (issue.code) {
    case 'invalid_type':
      return `${field} must be ${NOUNS[issue.expected] ?? 'something else'}`
    case 'invalid_value':
      return `${field} must be ${anyOf(issue.values)}`
    case 'too_small':
    case 'too_big':
      return `${field} ${sizeOf(issue)}`
    case 'unrecognized_keys':
      return `${field === 'The input' ? '' : `${field}: `}there is no field ${issue.keys.join(', ')}`
    default:
      return `${field} is not valid`
  }
}

const anyOf = (values: readonly unknown[]): string =>
  values.length === 1 ? JSON.stringify(values[0]) : `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`

type Size = Extract<z.core.$ZodRawIssue, { code: 'too_small' | 'too_big' }>

function sizeOf(issue: Size): string {
  const [most, bound] = issue.code === 'too_big' ? ['at most', issue.maximum] : ['at least', issue.minimum]
  if (issue.origin === 'string') return `must have ${most} ${bound} characters`
  if (issue.origin === 'array' || issue.origin === 'set') return `must have ${most} ${bound} entries`
  return issue.inclusive === false ? `must be ${issue.code === 'too_big' ? 'less' : 'more'} than ${bound}` : `must be ${most} ${bound}`
}
