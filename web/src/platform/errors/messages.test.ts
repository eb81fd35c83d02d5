import { describe, expect, test } from 'vitest'
import { globalErrorMessage, isAuthUrl, requestErrorMessage, withOutcome } from './messages.ts'

const failure = (status: number, text = '', url = '/api/patrol/servers') => ({ url, status, text })
const body = (message: string) => JSON.stringify({ code: 'conflict', message, requestId: 'r1' })

describe('a failed call tells the one who made it', () => {
  test('the default sentence when the server said nothing', () => {
    expect(requestErrorMessage(failure(500))).toBe('An error occured; please try again later')
  })
  test("the browser's message when no answer came", () => {
    expect(requestErrorMessage(failure(0, 'Failed to fetch'))).toBe('An error occured: Failed to fetch')
  })
  test('that the credentials did not match, for a 401 on an authentication URL', () => {
    const text = 'The email address and/or password you provided did not match our records'
    expect(requestErrorMessage(failure(401, body('No'), '/api/auth/login'))).toBe(text)
    expect(requestErrorMessage(failure(401, body('No'), 'https://portal.example/api/auth/me'))).toBe(text)
  })
  test("the server's words for a 401 anywhere else", () => {
    expect(requestErrorMessage(failure(401, body('Your session has ended')))).toBe('Your session has ended')
  })
  test('that access is refused, whatever the body says', () => {
    expect(requestErrorMessage(failure(403, body('Staff only')))).toBe('You do not have access to perform that action')
  })
  test('that it was not found, whatever the body says', () => {
    expect(requestErrorMessage(failure(404, body('No such server')))).toBe('404 Not Found')
  })
  test("the server's body text otherwise", () => {
    expect(requestErrorMessage(failure(409, body('This server has changed since you opened it')))).toBe(
      'This server has changed since you opened it',
    )
    expect(requestErrorMessage(failure(400, 'Bad beat'))).toBe('Bad beat')
    expect(requestErrorMessage(failure(400, '"Bad beat"'))).toBe('Bad beat')
  })
  test('the default sentence rather than markup or raw JSON', () => {
    expect(requestErrorMessage(failure(502, '<html><h1>Bad Gateway</h1></html>'))).toBe('An error occured; please try again later')
    expect(requestErrorMessage(failure(500, '{"trace":[1]}'))).toBe('An error occured; please try again later')
  })
})

describe('a failure nobody takes care of shows', () => {
  test('an internal error when no answer came', () => {
    expect(globalErrorMessage(failure(0, 'Failed to fetch'))).toBe(
      'An internal error occured; please try again later or contact Development',
    )
  })
  test('Unauthorized for a 401, whatever the body says', () => {
    expect(globalErrorMessage(failure(401, body('No'), '/api/auth/me'))).toBe('Unauthorized')
  })
  test('the message field of the body, also for a 404', () => {
    expect(globalErrorMessage(failure(409, body('It has changed')))).toBe('It has changed')
    expect(globalErrorMessage(failure(404, body('No such server')))).toBe('No such server')
  })
  test('Not Found for a 404 without a message', () => {
    expect(globalErrorMessage(failure(404, 'nothing here'))).toBe('Not Found')
  })
  test('the body text otherwise', () => {
    expect(globalErrorMessage(failure(500, 'The database is full'))).toBe('The database is full')
  })
  test('the default sentence when there is no text', () => {
    expect(globalErrorMessage(failure(500))).toBe('An error occured; please try again later')
  })
})

test('only the authentication calls are authentication URLs', () => {
  expect(isAuthUrl('/api/auth/login')).toBe(true)
  expect(isAuthUrl('/api/setup')).toBe(false)
  expect(isAuthUrl('/api/user/search?term=api/auth')).toBe(false)
})

describe('a failed action is named', () => {
  const SENTENCE = 'An internal error occured; please try again later or contact Development'

  test('after the sentence, where nothing says why', () => {
    expect(withOutcome(failure(0, 'Failed to fetch'), 'L51 was not sent to 1064')).toBe(`${SENTENCE}\nL51 was not sent to 1064`)
    expect(withOutcome(failure(500), 'L51 was not sent to 1064')).toBe('An error occured; please try again later\nL51 was not sent to 1064')
  })
  test('not where the server has given a reason, or where there is nothing to name', () => {
    expect(withOutcome(failure(409, body('D-3 sent L51 to 1042')), 'L51 was not sent to 1064')).toBe('D-3 sent L51 to 1042')
    expect(withOutcome(failure(0), undefined)).toBe(SENTENCE)
  })
})
