import { ENDPOINTS, type Endpoint } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inputProblem } from './input-problem.ts'

const problemOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value, { error: inputProblem }).error?.issues[0]?.message

test.each([
  [z.object({ serverId: z.int() }), {}, 'serverId is missing'],
  [z.object({ serverId: z.coerce.number().pipe(z.int()) }), { serverId: 'abc' }, 'serverId must be a number'],
  [z.object({ serverId: z.int() }), { serverId: 1.5 }, 'serverId must be a whole number'],
  [z.object({ name: z.string() }), { name: null }, 'name must be a text'],
  [z.object({ on: z.boolean() }), { on: 'yes' }, 'on must be true or false'],
  [z.object({ env: z.enum(['prod', 'dev']) }), { env: 'test' }, 'env must be one of "prod", "dev"'],
  [z.object({ page: z.int().min(1) }), { page: 0 }, 'page must be at least 1'],
  [z.object({ units: z.array(z.object({ userId: z.int() })) }), { units: [{ userId: 'x' }] }, 'units.0.userId must be a number'],
  [z.object({ ids: z.array(z.int()).max(2) }), { ids: [1, 2, 3] }, 'ids must have at most 2 entries'],
  [z.object({ name: z.string().max(3) }), { name: 'four' }, 'name must have at most 3 characters'],
  [z.strictObject({ name: z.string() }), { name: 'x', nme: 'y' }, 'there is no field nme'],
  [z.object({}), 'text', 'The input must be an object'],
  [z.object({ name: z.string().min(1, 'Enter a name') }), { name: '' }, 'Enter a name'],
])('%#: describes the problem in words', (schema, value, message) => {
  expect(problemOf(schema, value)).toBe(message)
})

test("no endpoint of the contract answers in a validator's words, whatever is sent", () => {
  const wrong = [undefined, null, 'x', -1, 1.5, Number.NaN, true, [], {}, 'x'.repeat(5000), { user: 1 }, { user: {} }]
  const problems = Object.values<Endpoint>(ENDPOINTS).flatMap(({ params, query, body }) =>
    [params, query, body].flatMap((schema) => (schema ? wrong.flatMap((value) => everyProblem(schema, value)) : [])),
  )
  expect(problems.length).toBeGreaterThan(500)
  expect(
    [...new Set(problems)].filter((message) => /invalid|expected|received|NaN|unrecognized|too (small|big)|something else/i.test(message)),
  ).toEqual([])
})

/** Checks the value itself, and the value in each field. */
function everyProblem(schema: z.ZodType, value: unknown): string[] {
  const shapes = schema instanceof z.ZodObject ? [value, Object.fromEntries(Object.keys(schema.shape).map((key) => [key, value]))] : [value]
  return shapes.flatMap((each) => schema.safeParse(each, { error: inputProblem }).error?.issues.map(({ message }) => message) ?? [])
}
