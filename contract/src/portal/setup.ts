import { z } from 'zod'
import { keyOnly } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'

/** This endpoint is apart from the rest of set-up, because every page calls it. */
export const getSetup = defineEndpoint({
  method: 'GET',
  path: '/api/setup',
  summary: 'Whether the portal still waits for its first account',
  access: keyOnly,
  response: z.object({ needed: z.boolean() }),
})
