import { admins, CALLERS, memberManagers, staff, type Caller, type Case } from './access-callers.ts'

const supervisors: readonly Caller[] = ['supervisor', 'supervisorOnDuty']
const viewers: readonly Caller[] = [...staff, ...supervisors]
const grantors: readonly Caller[] = [...memberManagers, ...supervisors]
const period = 'from=2026-01-01&to=2026-01-31'
const hour = 'from=2026-01-01T20:00:00Z&to=2026-01-01T20:10:00Z'

export const PATROLS: Partial<Record<string, readonly Case[]>> = {
  listUserPatrols: [
    { path: '/api/user/getUserPatrols/{me}', who: CALLERS },
    { path: '/api/user/getUserPatrols/{other}', who: viewers },
  ],
  listTopPatrols: [{ path: '/api/user/getTopUserPatrols?period=month&by=calls', who: CALLERS }],
  listPatrolHistory: [
    { path: '/api/patrols/of/{me}', who: CALLERS },
    { path: '/api/patrols/of/{other}', who: viewers },
  ],
  getPatrolSummary: [
    { path: '/api/patrols/summary/{me}', who: CALLERS },
    { path: '/api/patrols/summary/{other}', who: viewers },
  ],
  getPatrol: [{ path: '/api/patrols/999999', who: CALLERS }],
  getPatrolOverview: [{ path: `/api/patrols/overview?${period}`, who: viewers }],
  listMemberPatrols: [{ path: `/api/patrols/members?${period}`, who: viewers }],
  listPatrolReviews: [{ path: '/api/patrols/review', who: viewers }],
  askCorrection: [{ path: '/api/patrols/999999/corrections', who: CALLERS, body: { reason: 'New', countsGaps: true, version: 1 } }],
  withdrawCorrection: [{ path: '/api/patrols/corrections/999999/withdraw', who: CALLERS, body: {} }],
  decideCorrection: [{ path: '/api/patrols/corrections/999999/decide', who: viewers, body: { isAccepted: true } }],
  decideGap: [{ path: '/api/patrols/gaps/999999', who: viewers, body: { isCounted: true, version: 1 } }],
  listPatrolRules: [{ path: '/api/patrols/rules', who: viewers }],
  savePatrolRules: [{ path: '/api/patrols/rules/2', who: admins, body: { needsPresence: true, minutes: 60, ranks: [], version: 1 } }],
  listOwnLeaves: [{ path: '/api/leaves/own', who: CALLERS }],
  askLeave: [{ path: '/api/leaves/requests', who: CALLERS, body: { startsOn: '2031-01-01', endsOn: '2031-01-02', reason: 'New' } }],
  withdrawLeave: [{ path: '/api/leaves/requests/999999/withdraw', who: CALLERS, body: {} }],
  listLeaveRequests: [{ path: '/api/leaves/requests', who: grantors }],
  decideLeave: [{ path: '/api/leaves/requests/999999/decide', who: grantors, body: { isGranted: true } }],
  getReplay: [{ path: `/api/replay/servers/1?${hour}`, who: staff }],
  getCallReplay: [{ path: '/api/replay/calls/999999', who: staff }],
  getPatrolReplay: [{ path: '/api/replay/patrols/999999', who: CALLERS }],
  getTracks: [{ path: `/api/replay/servers/1/tracks?${hour}`, who: staff }],
  getPatrolTracks: [{ path: '/api/replay/patrols/999999/tracks', who: CALLERS }],
  getTrackNotice: [{ path: '/api/replay/notice', who: CALLERS }],
}
