import { z } from 'zod'
import { UNIT_CLASS, UNIT_TYPE, type Duty, type UnitClass } from './duty.ts'

export const RoleGroupName = z.enum(['Root', 'Admin', 'Staff', 'Legal Services Supervisor', 'Legal Services', 'Developer'])
export type RoleGroupName = z.infer<typeof RoleGroupName>

export const Permission = z.enum(['MANAGE_USERS', 'MANAGE_MEMBERS', 'MANAGE_SERVERS', 'MANAGE_DISCORD', 'DISCORD_ADMIN'])
export type Permission = z.infer<typeof Permission>

/** Capabilities of a rank within its own department; 'supervisor' means a holder of the capability in question. */
export const Capability = z.enum(['approveReports', 'seeLookups', 'actOnLicences', 'seePatrols', 'grantLeave', 'headDepartment'])
export type Capability = z.infer<typeof Capability>

/** Uses of an API key: `portal` by the web client and integrations, `bridge` by a game server, `display` by screens. */
export const KeyScope = z.enum(['portal', 'bridge', 'display'])
export type KeyScope = z.infer<typeof KeyScope>

const DIRECTLY_IMPLIES: Partial<Record<RoleGroupName, readonly RoleGroupName[]>> = {
  Root: ['Admin', 'Developer'],
  Admin: ['Staff', 'Legal Services Supervisor'],
  'Legal Services Supervisor': ['Legal Services'],
}

/** The given role groups and all that the hierarchy implies: Root implies Admin, Admin implies Staff, and so on. */
export function withImpliedRoles(held: Iterable<RoleGroupName>): ReadonlySet<RoleGroupName> {
  const all = new Set<RoleGroupName>()
  const visit = (group: RoleGroupName) => {
    if (all.has(group)) return
    all.add(group)
    DIRECTLY_IMPLIES[group]?.forEach(visit)
  }
  for (const group of held) visit(group)
  return all
}

/** Rules are data: the server enforces them, the web app predicts their outcome and the API document prints them. */
export type AccessRule =
  | { readonly kind: 'open' }
  | { readonly kind: 'key' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'applicant' }
  | { readonly kind: 'role'; readonly role: RoleGroupName }
  | { readonly kind: 'permissions'; readonly all: readonly Permission[] }
  | { readonly kind: 'signsWarrants' }
  | { readonly kind: 'cadDepartment' }
  | { readonly kind: 'civilian' }
  | { readonly kind: 'capability'; readonly capability: Capability; readonly param: string | undefined }
  | { readonly kind: 'self'; readonly param: string }
  | { readonly kind: 'memberOf'; readonly param: string }
  | { readonly kind: 'onDuty'; readonly classes: readonly UnitClass[]; readonly param: string | undefined }
  | { readonly kind: 'dispatcher'; readonly param: string | undefined }
  | { readonly kind: 'anyOf'; readonly rules: readonly AccessRule[] }
  | { readonly kind: 'allOf'; readonly rules: readonly AccessRule[] }

/** No API key and no token: health checks only. */
export const open: AccessRule = { kind: 'open' }
/** A valid API key without a signed-in user: sign-in and set-up. */
export const keyOnly: AccessRule = { kind: 'key' }
export const signedIn: AccessRule = { kind: 'signedIn' }
/** Someone who waits for approval, with the token of their application. No user passes it, and that token opens nothing else. */
export const applicant: AccessRule = { kind: 'applicant' }
export const root: AccessRule = { kind: 'role', role: 'Root' }
export const admin: AccessRule = { kind: 'role', role: 'Admin' }
export const staff: AccessRule = { kind: 'role', role: 'Staff' }
export const legal: AccessRule = { kind: 'role', role: 'Legal Services' }
/** Legal Services Supervisor or above, or the holder of a role that an admin has marked. */
export const signsWarrants: AccessRule = { kind: 'signsWarrants' }
export const cadDepartment: AccessRule = { kind: 'cadDepartment' }
/** Belongs to a civilian department, on duty or not. */
export const civilian: AccessRule = { kind: 'civilian' }
export const permissions = (...all: Permission[]): AccessRule => ({ kind: 'permissions', all })
/** Held by the rank in any of one's departments, or in the one named by the parameter. */
export const capability = (held: Capability, param?: string): AccessRule => ({ kind: 'capability', capability: held, param })
/** The signed-in user is the one named by this parameter. */
export const self = (param: string): AccessRule => ({ kind: 'self', param })
/** The signed-in user belongs to the department named by this parameter; 0 stands for everyone. */
export const memberOf = (param: string): AccessRule => ({ kind: 'memberOf', param })
/** On duty in one of these classes, on the server named by the parameter if one is given. */
const onDutyAs = (classes: readonly UnitClass[], param?: string): AccessRule => ({ kind: 'onDuty', classes, param })
export const onDuty = (param?: string): AccessRule => onDutyAs(Object.values(UNIT_CLASS), param)
/** On duty for police, fire or communications. */
export const emergencyUnit = (param?: string): AccessRule => onDutyAs([UNIT_CLASS.Leo, UNIT_CLASS.Comms, UNIT_CLASS.Fire], param)
/** On duty for police or communications, the units that look up people and vehicles. */
export const lookupUnit = (param?: string): AccessRule => onDutyAs([UNIT_CLASS.Leo, UNIT_CLASS.Comms], param)
export const policeUnit = (param?: string): AccessRule => onDutyAs([UNIT_CLASS.Leo], param)
export const fireUnit = (param?: string): AccessRule => onDutyAs([UNIT_CLASS.Fire], param)
/** On duty for communications as a dispatcher. */
export const dispatcher = (param?: string): AccessRule => ({ kind: 'dispatcher', param })
export const anyOf = (...rules: AccessRule[]): AccessRule => ({ kind: 'anyOf', rules })
export const allOf = (...rules: AccessRule[]): AccessRule => ({ kind: 'allOf', rules })
/** Sees the lookups of every department. Stands here because every page carries the routes, which name it. */
export const seesAllLookups = anyOf(admin, allOf(staff, permissions('MANAGE_MEMBERS')))

/** The part of a user that access rules look at. */
export type AccessSubject = {
  readonly userId: number
  readonly roleGroups: readonly RoleGroupName[]
  readonly permissions: readonly Permission[]
  /** Holds a role that is marked 'may sign warrants'. */
  readonly signsWarrants: boolean
  readonly hasCadDepartment: boolean
  readonly isCivilian: boolean
  readonly departmentIds: readonly number[]
  readonly capabilities: readonly { readonly departmentId: number; readonly capability: Capability }[]
  readonly duty: Duty | null
}

/** Decides every access question: HTTP routes, realtime rooms and the web app's guards. */
export function isAllowed(rule: AccessRule, subject: AccessSubject | null, params: Readonly<Record<string, unknown>> = {}): boolean {
  switch (rule.kind) {
    case 'open':
    case 'key':
      return true
    case 'signedIn':
      return subject !== null
    case 'applicant':
      return false
    case 'role':
      return subject !== null && withImpliedRoles(subject.roleGroups).has(rule.role)
    case 'permissions':
      return subject !== null && rule.all.every((permission) => subject.permissions.includes(permission))
    case 'signsWarrants':
      return subject !== null && (subject.signsWarrants || withImpliedRoles(subject.roleGroups).has('Legal Services Supervisor'))
    case 'cadDepartment':
      return subject !== null && subject.hasCadDepartment
    case 'civilian':
      return subject !== null && subject.isCivilian
    case 'capability':
      return subject !== null && subject.capabilities.some((held) => isHeld(held, rule, params))
    case 'self':
      return subject !== null && params[rule.param] === subject.userId
    case 'memberOf': {
      const departmentId = params[rule.param]
      return subject !== null && (departmentId === 0 || subject.departmentIds.some((each) => each === departmentId))
    }
    case 'onDuty':
      return isOnDuty(subject, rule.param, params) && rule.classes.includes(subject.duty.unitClass)
    case 'dispatcher':
      return isOnDuty(subject, rule.param, params) && isDispatcher(subject.duty)
    case 'anyOf':
      return rule.rules.some((each) => isAllowed(each, subject, params))
    case 'allOf':
      return rule.rules.every((each) => isAllowed(each, subject, params))
  }
}

const isHeld = (
  held: AccessSubject['capabilities'][number],
  { capability: wanted, param }: { readonly capability: Capability; readonly param: string | undefined },
  params: Readonly<Record<string, unknown>>,
): boolean => held.capability === wanted && (param === undefined || params[param] === held.departmentId)

export const isDispatcher = ({ unitClass, type }: Duty): boolean => unitClass === UNIT_CLASS.Comms && type === UNIT_TYPE.Dispatcher

const isOnDuty = (
  subject: AccessSubject | null,
  param: string | undefined,
  params: Readonly<Record<string, unknown>>,
): subject is AccessSubject & { duty: Duty } =>
  subject !== null && subject.duty !== null && (param === undefined || params[param] === subject.duty.serverId)

/** Whether the rule requires a signed-in user; decides between 401 and 403 on refusal. */
export const needsSignIn = (rule: AccessRule): boolean => !isAllowed(rule, null)

/** The rule as text for the API document. */
export function describeAccess(rule: AccessRule): string {
  switch (rule.kind) {
    case 'open':
      return 'anyone, without an API key'
    case 'key':
      return 'anyone with an API key'
    case 'signedIn':
      return 'any signed-in user'
    case 'applicant':
      return 'an applicant, with the token of their application'
    case 'role':
      return `${rule.role} or above`
    case 'permissions':
      return rule.all.join(' and ')
    case 'signsWarrants':
      return 'Legal Services Supervisor or above, or a role that may sign warrants'
    case 'cadDepartment':
      return 'members of a CAD-enabled department'
    case 'civilian':
      return 'members of a civilian department'
    case 'capability':
      return `a rank that may ${CAPABILITY_WORDS[rule.capability]}${rule.param === undefined ? '' : ` in the department named by ${rule.param}`}`
    case 'self':
      return `the user named by ${rule.param}`
    case 'memberOf':
      return `members of the department named by ${rule.param}`
    case 'onDuty': {
      const classes = Object.entries(UNIT_CLASS).filter(([, value]) => rule.classes.includes(value))
      const who = classes.length === Object.keys(UNIT_CLASS).length ? 'any unit' : `a ${classes.map(([name]) => name).join(', ')} unit`
      return `${who} on duty${onServer(rule.param)}`
    }
    case 'dispatcher':
      return `a dispatcher on duty${onServer(rule.param)}`
    case 'anyOf':
      return rule.rules.map(describeAccess).join(', or ')
    case 'allOf':
      return rule.rules.map(describeAccess).join(', and ')
  }
}

/** As in 'may …'. */
export const CAPABILITY_WORDS: Readonly<Record<Capability, string>> = {
  approveReports: 'approve reports',
  seeLookups: 'see the lookup log',
  actOnLicences: 'act on licences',
  seePatrols: "see the department's patrols",
  grantLeave: 'grant leave',
  headDepartment: 'add, transfer, promote and remove members',
}

const onServer = (param: string | undefined): string => (param === undefined ? '' : ` on the server named by ${param}`)
