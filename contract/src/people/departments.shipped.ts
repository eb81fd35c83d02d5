import { Capability } from '../access.ts'
import { DEPARTMENT } from './departments.ts'

type Shipped = { readonly departmentId: number; readonly ranks: readonly string[]; readonly capabilities: readonly Capability[] }

/** Capabilities in police departments: of ranks that lead a shift, and of ranks that lead the department. */
const SUPERVISES: readonly Capability[] = ['approveReports', 'actOnLicences']
const LEADS: readonly Capability[] = Capability.options

/**
 * The capabilities of the ranks that a portal ships with. A new community has them from set-up on; a community whose ranks have none is offered
 * them once. Ranks are found by name, so renamed ranks get nothing.
 */
export const SHIPPED_CAPABILITIES: readonly Shipped[] = [
  { departmentId: DEPARTMENT.LSPD, ranks: ['Sergeant', 'Lieutenant'], capabilities: SUPERVISES },
  { departmentId: DEPARTMENT.LSPD, ranks: ['Captain', 'Chief'], capabilities: LEADS },
  { departmentId: DEPARTMENT.BCSO, ranks: ['Sergeant'], capabilities: SUPERVISES },
  { departmentId: DEPARTMENT.BCSO, ranks: ['Lieutenant', 'Sheriff'], capabilities: LEADS },
  { departmentId: DEPARTMENT.SAHP, ranks: ['Sergeant', 'Lieutenant'], capabilities: SUPERVISES },
  { departmentId: DEPARTMENT.SAHP, ranks: ['Captain', 'Colonel'], capabilities: LEADS },
  { departmentId: DEPARTMENT.COMM, ranks: ['Dispatch Supervisor'], capabilities: ['approveReports', 'seeLookups'] },
  {
    departmentId: DEPARTMENT.COMM,
    ranks: ['Director of Communications'],
    capabilities: ['approveReports', 'seeLookups', 'seePatrols', 'grantLeave', 'headDepartment'],
  },
  { departmentId: DEPARTMENT.FIRE, ranks: ['Lieutenant', 'Captain'], capabilities: ['approveReports'] },
  {
    departmentId: DEPARTMENT.FIRE,
    ranks: ['Battalion Chief', 'Fire Chief'],
    capabilities: ['approveReports', 'seeLookups', 'seePatrols', 'grantLeave', 'headDepartment'],
  },
  {
    departmentId: DEPARTMENT.CIV,
    ranks: ['Civilian Supervisor', 'Director of Civilian Operations'],
    capabilities: ['seePatrols', 'grantLeave', 'headDepartment'],
  },
]

/** The same in a sentence, for the page of set-up. */
export const SHIPPED_CAPABILITIES_WORDS =
  'Sergeants and other supervisors approve reports and, in police departments, act on licences. Heads of departments also see patrols and lookups, grant leave, and add and remove members.'

/** The capabilities that a rank of this name is shipped with; none for other ranks. */
export const shippedCapabilities = (departmentId: number, rankName: string): readonly Capability[] =>
  SHIPPED_CAPABILITIES.find(
    (each) => each.departmentId === departmentId && each.ranks.some((name) => name.toLowerCase() === rankName.toLowerCase()),
  )?.capabilities ?? []
