import { z } from 'zod'
import { capability } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam, trimmed, Version } from '../values.ts'
import { Reason } from './records.ts'
import { Report } from './reports.read.ts'

const byReport = z.object({ reportId: IdParam })

export const decideReport = defineEndpoint({
  method: 'POST',
  path: '/api/reports/:reportId/decide',
  summary: 'Approve a report of one’s department, or return it to its writer with a remark; nobody decides their own',
  access: capability('approveReports'),
  params: byReport,
  body: z.object({
    isApproved: z.boolean(),
    /** Required to return a report. */
    remark: trimmed(500, 'A remark has at most 500 characters').default(''),
    version: Version,
  }),
  response: Report,
})

export const voidReport = defineEndpoint({
  method: 'POST',
  path: '/api/reports/:reportId/void',
  summary: 'Void a report of one’s department with a reason: its fine is dropped, its jail time and points end. Not one’s own',
  access: capability('approveReports'),
  params: byReport,
  body: z.object({ reason: Reason, version: Version }),
  response: Report,
})
