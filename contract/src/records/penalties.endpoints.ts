import { z } from 'zod'
import { capability, civilian, lookupUnit } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { Count, IdParam, trimmed, Version } from '../values.ts'
import { ContestedFine, Fine, FineDecision, JailTerm, MAX_JAILED } from './penalties.ts'
import { finesSwitch } from './penalties.settings.ts'
import { Reason } from './records.ts'

const byFine = z.object({ fineId: IdParam })

export const payFine = defineEndpoint({
  method: 'POST',
  path: '/api/fines/:fineId/pay',
  summary: 'Report a fine of a character of one’s own as paid; an approver of the department or the game confirms it',
  access: civilian,
  featureSwitch: finesSwitch,
  params: byFine,
  body: z.object({ version: Version }),
  response: Fine,
})

export const contestFine = defineEndpoint({
  method: 'POST',
  path: '/api/fines/:fineId/contest',
  summary: 'Contest an unpaid fine of a character of one’s own, once',
  access: civilian,
  featureSwitch: finesSwitch,
  params: byFine,
  body: z.object({ reason: Reason, version: Version }),
  response: Fine,
})

export const listContestedFines = defineEndpoint({
  method: 'GET',
  path: '/api/fines/contested/:departmentId',
  summary: 'Contested fines of a department, oldest first',
  access: capability('approveReports', 'departmentId'),
  featureSwitch: finesSwitch,
  params: z.object({ departmentId: IdParam }),
  query: PageQuery,
  response: pageOf(ContestedFine),
})

export const listReportedFines = defineEndpoint({
  method: 'GET',
  path: '/api/fines/reported/:departmentId',
  summary: 'Fines of a department that their owners reported as paid, oldest first',
  access: capability('approveReports', 'departmentId'),
  featureSwitch: finesSwitch,
  params: z.object({ departmentId: IdParam }),
  query: PageQuery,
  response: pageOf(ContestedFine),
})

export const confirmFine = defineEndpoint({
  method: 'POST',
  path: '/api/fines/:fineId/confirm',
  summary: 'Confirm or refuse that a fine reported as paid is paid; not one of a character of one’s own',
  access: capability('approveReports'),
  featureSwitch: finesSwitch,
  params: byFine,
  /** A reason is needed where it is not paid. */
  body: z.object({ isPaid: z.boolean(), reason: trimmed(500, 'A reason has at most 500 characters').default(''), version: Version }),
  response: Fine,
})

export const decideFine = defineEndpoint({
  method: 'POST',
  path: '/api/fines/:fineId/decide',
  summary: 'Decide a contested fine of one’s department; not of a report one wrote, nor of a character of one’s own',
  access: capability('approveReports'),
  featureSwitch: finesSwitch,
  params: byFine,
  body: z.object({
    decision: FineDecision,
    /** The amount of a reduced fine: less than before, and at least 1. */
    amount: Count.optional(),
    reason: Reason,
    version: Version,
  }),
  response: Fine,
})

export const listJailed = defineEndpoint({
  method: 'GET',
  path: '/api/jail/:serverId',
  summary: `Who is in jail on a server, released soonest first, at most ${MAX_JAILED}`,
  access: lookupUnit('serverId'),
  params: z.object({ serverId: IdParam }),
  response: z.array(JailTerm),
})

export const releaseFromJail = defineEndpoint({
  method: 'POST',
  path: '/api/jail/terms/:termId/release',
  summary: 'Release someone before their time, for a report of one’s department; not a character of one’s own',
  access: capability('approveReports'),
  params: z.object({ termId: IdParam }),
  body: z.object({ reason: Reason }),
  response: JailTerm,
})
