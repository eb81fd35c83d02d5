import {
  accessSubject,
  admin,
  cadDepartment,
  civilian,
  hasInvalidSteamHex,
  isAllowed,
  isCivilianPrimary,
  legal,
  permissions,
  root,
  staff,
  type CurrentUser,
  type Server,
} from '@tenfour/contract'
import { servesEmergencies } from '../platform/session/areas.ts'

/** The facts that the navigation bar needs about its user, computed once when the bar is created. */
export type NavFlags = {
  readonly isRoot: boolean
  readonly isAdmin: boolean
  readonly isStaff: boolean
  readonly isLegal: boolean
  readonly hasCad: boolean
  readonly hasCharacters: boolean
  readonly hasReports: boolean
  readonly canManageDiscord: boolean
  readonly isCivilianPrimary: boolean
  readonly hasInvalidSteamHex: boolean
}

export function navFlags(user: CurrentUser): NavFlags {
  const subject = accessSubject(user)
  return {
    isRoot: isAllowed(root, subject),
    isAdmin: isAllowed(admin, subject),
    isStaff: isAllowed(staff, subject),
    isLegal: isAllowed(legal, subject),
    hasCad: isAllowed(cadDepartment, subject),
    hasCharacters: isAllowed(civilian, subject),
    hasReports: isAllowed(cadDepartment, subject) && servesEmergencies(user),
    canManageDiscord: isAllowed(permissions('MANAGE_DISCORD'), subject),
    isCivilianPrimary: isCivilianPrimary(user),
    hasInvalidSteamHex: hasInvalidSteamHex(user),
  }
}

/** Changes whenever the flags may, so that a bar keyed by it is recreated. */
export const navKey = (user: CurrentUser): string => JSON.stringify([user.userId, navFlags(user)])

export type NavLink =
  | { readonly label: string; readonly to: '/livemap'; readonly serverId: number }
  | {
      readonly label: string
      readonly to:
        | '/user/home'
        | '/user/patrol'
        | '/warrants'
        | '/staff/members'
        | '/discord/list'
        | '/staff/patrol-viewer'
        | '/admin/add-user'
        | '/admin/users'
        | '/servers/list'
        | '/servers/events'
    }
export type NavMenu = { readonly label: string; readonly links: readonly NavLink[] }
export type NavEntry = NavLink | NavMenu

type Surroundings = { readonly isTablet: boolean; readonly servers: readonly Pick<Server, 'serverId' | 'name'>[] }

/** The entries of the bar's left side, in order. */
export function navEntries({ isAdmin, isStaff, isLegal }: NavFlags, { isTablet, servers }: Surroundings): NavEntry[] {
  const entries: (NavEntry | false)[] = [
    { label: 'Dashboard', to: '/user/home' },
    { label: 'Patrol', to: '/user/patrol' },
    isLegal && { label: 'Manage Warrants', to: '/warrants' },
    isAdmin &&
      !isTablet && { label: 'Livemap', links: servers.map(({ serverId, name }): NavLink => ({ label: name, to: '/livemap', serverId })) },
    isStaff && {
      label: 'Staff',
      links: [
        { label: 'Manage Members', to: '/staff/members' },
        { label: 'Manage Discord', to: '/discord/list' },
        { label: 'Patrol Viewer', to: '/staff/patrol-viewer' },
      ],
    },
    isAdmin && {
      label: 'Admin',
      links: [
        { label: 'Add User', to: '/admin/add-user' },
        { label: 'Manage Users', to: '/admin/users' },
        { label: 'Manage Servers', to: '/servers/list' },
        { label: 'API Logs', to: '/servers/events' },
      ],
    },
  ]
  return entries.filter((entry) => entry !== false)
}

export type SideLink = { readonly label: string; readonly to: '/user/characters' | '/user/reports' | '/cad' | '/cad/desktop' | '/livemap' }

/** Beside the bar, for those who have them: a member's own pages, then CAD and map for members of a CAD-enabled department. */
export function ownLinks({ hasCharacters, hasReports }: NavFlags): SideLink[] {
  const links: (SideLink | false)[] = [
    hasCharacters && { label: 'Characters', to: '/user/characters' },
    hasReports && { label: 'Reports', to: '/user/reports' },
  ]
  return links.filter((link) => link !== false)
}

/** Like the Livemap menu, the map is left out on a tablet. */
export function cadLinks({ hasCad }: NavFlags, { isTablet, isOnDuty }: { isTablet: boolean; isOnDuty: boolean }): SideLink[] {
  if (!hasCad) return []
  const links: (SideLink | false)[] = [
    { label: 'CAD', to: isOnDuty ? '/cad/desktop' : '/cad' },
    !isTablet && { label: 'Live map', to: '/livemap' },
  ]
  return links.filter((link) => link !== false)
}
