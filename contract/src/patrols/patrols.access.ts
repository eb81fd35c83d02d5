import { anyOf, capability, self, staff } from '../access.ts'

/** In a file of its own, without the schemas of patrols, because every page loads the routes and rooms that use these rules. */

/** Who sees patrols: staff see everyone's, holders of the capability those of their departments. */
export const patrolViewer = anyOf(staff, capability('seePatrols'))
/** Who sees a member's patrols: the member, staff, and holders of the capability in the patrol's department. */
export const seesPatrolsOf = anyOf(self('userId'), patrolViewer)
