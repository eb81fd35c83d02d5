import { anyOf, capability, self, staff } from '../access.ts'

/** Apart from the schemas of patrols, because every page carries the routes and rooms that ask for these. */

/** Sees patrols: staff everyone's, holders of the capability those of their departments. */
export const patrolViewer = anyOf(staff, capability('seePatrols'))
/** Sees a member's patrols: the member, staff, and holders of the capability those for their departments. */
export const seesPatrolsOf = anyOf(self('userId'), patrolViewer)
