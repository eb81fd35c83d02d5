import { z } from 'zod'
import { open } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the portal is alive and ready to serve',
  access: open,
  response: z.object({
    live: z.literal(true),
    ready: z.boolean(),
    /** Services that are away while the portal runs without them. Without Redis, this node shares nothing with the others. */
    degraded: z.array(z.enum(['redis'])),
    version: z.string(),
  }),
})
