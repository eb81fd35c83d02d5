import { z } from 'zod'
import { keyOnly } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'

/** Apart from the rest of set-up, because every page asks for it. */
export const getSetup = defineEndpoint({
  method: 'GET',
  path: '/api/setup',
  summary: 'Whether the portal still waits for its first account',
  access: keyOnly,
  response: z.object({ needed: z.boolean() }),
})
