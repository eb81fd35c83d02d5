import { z } from 'zod'
import { keyOnly, signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { CurrentUser } from './users.ts'
import { text } from '../values.ts'

/** Deliberately loose: a malformed address gets the same answer as an unknown one. */
export const LoginPayload = z.object({
  emailAddress: text(254).min(1, 'Enter your email address'),
  password: text(200).min(1, 'Enter your password'),
  /** A long random text that the browser keeps, by which it is recognised: failed sign-ins from elsewhere don't throttle it. */
  device: text(64).min(20).optional(),
})
export type LoginPayload = z.infer<typeof LoginPayload>

const Nothing = z.object({})

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in; the token is in the X-IDP-Token response header',
  access: keyOnly,
  body: LoginPayload,
  response: CurrentUser,
  issuesToken: true,
})

export const validate = defineEndpoint({
  method: 'POST',
  path: '/api/auth/validate',
  summary: 'Check an email address and password without signing in',
  access: keyOnly,
  body: LoginPayload,
  response: Nothing,
})

export const me = defineEndpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The signed-in user',
  access: signedIn,
  response: CurrentUser,
})

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session',
  access: signedIn,
  response: Nothing,
})
