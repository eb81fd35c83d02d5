import { accessSubject, isAllowed, legal, legalStaff, staff, type CurrentUser } from '@tenfour/contract'
import { useSignedInUser } from './useSignedInUser.ts'

/**
 * Pages under /staff are for staff and pages under /warrants for legal services. Members whose rank sees patrols or grants leave, and whose role
 * signs warrants, have the same pages in their own area.
 */
const STAFF = {
  patrols: '/staff/patrol-viewer',
  review: '/staff/patrol-viewer/review',
  replay: '/staff/patrol-viewer/replay',
} as const
const OWN_PATROLS = { patrols: '/user/patrols', review: '/user/patrols/review', replay: '/user/patrols/replay' } as const
const LEGAL = {
  lists: '/warrants',
  warrant: '/warrants/$warrantId',
  draft: '/warrants/drafts/$draftId',
  print: '/warrants/$warrantId/print',
} as const
const OWN_LEGAL = {
  lists: '/user/legal',
  warrant: '/user/legal/$warrantId',
  draft: '/user/legal/drafts/$draftId',
  print: '/user/legal/$warrantId/print',
} as const

export const hasStaffArea = (user: CurrentUser): boolean => isAllowed(staff, accessSubject(user))
export const hasLegalArea = (user: CurrentUser): boolean => isAllowed(legal, accessSubject(user))

export type PatrolPages = typeof STAFF | typeof OWN_PATROLS
export const usePatrolPages = (): PatrolPages => (hasStaffArea(useSignedInUser()) ? STAFF : OWN_PATROLS)
export const useLegalPages = (): typeof LEGAL | typeof OWN_LEGAL => (hasLegalArea(useSignedInUser()) ? LEGAL : OWN_LEGAL)

/** Civilians write and approve no reports; those about their characters are on the characters' pages. */
export const servesEmergencies = ({ userDepartments }: CurrentUser): boolean =>
  userDepartments.some(({ department: { type } }) => type === 'Leo' || type === 'Fire' || type === 'Comms')

/** Police and legal staff. */
export const writesWarrants = (user: CurrentUser): boolean =>
  user.userDepartments.some(({ department: { type } }) => type === 'Leo') || isAllowed(legalStaff, accessSubject(user))
