import { z } from 'zod'
import { signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { Day, IdParam, Instant, trimmed } from '../values.ts'
import { Leave, LeaveInput } from './members.ts'
import { grantsLeave } from './rights.ts'
import { leaveSwitch } from './leaves.settings.ts'

const Person = z.object({ userId: z.int(), name: z.string() })

export const LeaveRequestState = z.enum(['asked', 'granted', 'declined', 'withdrawn'])
export const LeaveRequest = z.object({
  requestId: z.int(),
  member: Person,
  startsOn: Day,
  endsOn: Day,
  reason: z.string(),
  state: LeaveRequestState,
  askedAt: Instant,
  decided: z.object({ by: Person, at: Instant, note: z.string() }).nullable(),
})
export type LeaveRequest = z.infer<typeof LeaveRequest>

export const listOwnLeaves = defineEndpoint({
  method: 'GET',
  path: '/api/leaves/own',
  summary: "One's own leave and requests for it, newest first, at most 100 of each",
  access: signedIn,
  featureSwitch: leaveSwitch,
  response: z.object({ leaves: z.array(Leave), requests: z.array(LeaveRequest) }),
})

export const askLeave = defineEndpoint({
  method: 'POST',
  path: '/api/leaves/requests',
  summary: 'Request leave. Refused if it overlaps leave or another request',
  access: signedIn,
  featureSwitch: leaveSwitch,
  body: LeaveInput,
  response: LeaveRequest,
})

export const withdrawLeave = defineEndpoint({
  method: 'POST',
  path: '/api/leaves/requests/:requestId/withdraw',
  summary: 'Withdraw a request that nobody has decided on',
  access: signedIn,
  featureSwitch: leaveSwitch,
  params: z.object({ requestId: IdParam }),
  body: z.object({}),
  response: LeaveRequest,
})

export const listLeaveRequests = defineEndpoint({
  method: 'GET',
  path: '/api/leaves/requests',
  summary: 'Requests of members one decides on: those that wait, oldest first, or those decided, newest first',
  access: grantsLeave,
  featureSwitch: leaveSwitch,
  query: PageQuery.extend({ state: z.enum(['asked', 'decided']).default('asked') }),
  response: pageOf(LeaveRequest.extend({ departments: z.array(z.string()) })),
})

export const decideLeave = defineEndpoint({
  method: 'POST',
  path: '/api/leaves/requests/:requestId/decide',
  summary: "Grant or decline leave; never one's own",
  access: grantsLeave,
  featureSwitch: leaveSwitch,
  params: z.object({ requestId: IdParam }),
  body: z.object({ isGranted: z.boolean(), note: trimmed(500).default('') }),
  response: LeaveRequest,
})
