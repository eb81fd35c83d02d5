import { ServerInput, SetupPayload } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { errorInfo } from './error-info.ts'
import { errorWithin, fieldOfError, schemaErrors } from './form-errors.ts'

test('each wrong field gets the first complaint about it, in the words of the contract', () => {
  const errors = schemaErrors(SetupPayload, { code: ' ', communityName: 'Division', name: '', emailAddress: 'rosa', password: 'short' })
  expect(errors).toEqual({
    code: 'Enter the code printed in the console',
    name: 'Enter a name',
    emailAddress: 'This is not an email address',
    password: 'A password has at least 10 characters',
  })
})

test('right values have no errors', () => {
  expect(schemaErrors(ServerInput, { name: 'Server 1' })).toEqual({})
})

test('nested fields are named by their path, and a complaint about the whole by nothing', () => {
  const schema = z.object({ list: z.array(z.object({ name: z.string().min(1, 'Enter a name') })) })
  expect(schemaErrors(schema, { list: [{ name: 'a' }, { name: '' }] })).toEqual({ 'list.1.name': 'Enter a name' })
  const rangeSchema = z.object({ from: z.number(), to: z.number() }).refine(({ from, to }) => from < to, 'From comes before to')
  expect(schemaErrors(rangeSchema, { from: 2, to: 1 })).toEqual({ '': 'From comes before to' })
})

const values = { name: '', user: { steamId: '' }, list: [{ name: '' }], environment: undefined }

test.each([
  ['name', 'name'],
  ['body.name', 'name'],
  ['user.steamId', 'user.steamId'],
  ['body.user.steamId', 'user.steamId'],
  ['list.0.name', 'list.0.name'],
  ['environment', 'environment'],
  ['password', null],
  ['body.password', null],
  ['toString', null],
  ['', null],
  [undefined, null],
])('the server naming %j means the field %j', (field, expected) => {
  expect(fieldOfError(values, { field })).toBe(expected)
})

test.each([
  [new Error('It broke'), 'It broke'],
  [{ message: 'From a body', requestId: 'r1', code: 'conflict' }, 'From a body'],
  ['Just text', 'Just text'],
  ['', 'An error occured; please try again later'],
  [null, 'An error occured; please try again later'],
  [undefined, 'An error occured; please try again later'],
  [{ message: 5 }, 'An error occured; please try again later'],
])('%o is told as %j', (error, message) => {
  expect(errorInfo(error).message).toBe(message)
})

test('the request and the field are passed on where there are any', () => {
  expect(errorInfo({ message: 'm', requestId: 'r1', field: 'name' })).toEqual({ message: 'm', requestId: 'r1', field: 'name' })
  expect(errorInfo(Object.assign(new Error('m'), { requestId: undefined, field: '' }))).toEqual({ message: 'm' })
})

test('a control that draws a whole list shows what is wrong anywhere in it', () => {
  const errors = { 'roles.1': 'Above yours', rolesOfOthers: 'Not this one' }
  expect(errorWithin(errors, 'roles')).toBe('Above yours')
  expect(errorWithin(errors, 'roles.1')).toBe('Above yours')
  expect(errorWithin(errors, 'role')).toBeUndefined()
})
