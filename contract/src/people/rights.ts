import { admin, anyOf, capability, permissions, staff } from '../access.ts'

export const manageUsers = anyOf(admin, permissions('MANAGE_USERS'))
export const manageMembers = anyOf(staff, permissions('MANAGE_MEMBERS'))
/** The right to let members go, to reinstate them, and to decide who may not return. */
export const managesDepartures = anyOf(manageMembers, manageUsers)
/** The right to decide on leave: of holders of the capability for members of their department, and of those who manage members. */
export const grantsLeave = anyOf(manageMembers, capability('grantLeave'))
/** The right to add members to a department, transfer them and remove them: of its heads, and of those who manage members. */
export const headsDepartment = anyOf(manageMembers, capability('headDepartment'))
export const manageServers = anyOf(admin, permissions('MANAGE_SERVERS'))
/** The same in the department named by the parameter. */
export const headsThisDepartment = anyOf(manageMembers, capability('headDepartment', 'departmentId'))
