import { z } from 'zod'
import { root } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'

/** `conflict` while another export is being downloaded. The answer breaks off where the export fails after its beginning. */
export const fetchExport = defineEndpoint({
  method: 'GET',
  path: '/api/export',
  summary: 'Everything of the community as a zip archive of JSON lines, CSV and pictures, without secrets',
  access: root,
  response: z.unknown(),
  gives: ['application/octet-stream'],
})
