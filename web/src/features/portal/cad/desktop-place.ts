import { accessSubject, isAllowed, staff, UNIT_CLASS, type CurrentUser, type UnitClass } from '@tenfour/contract'

/** Where someone sits down: at their own unit, or at another server's board to watch it. */
export type DesktopPlace = { readonly serverId: number; readonly unitClass: UnitClass; readonly isOnDuty: boolean }

/** Staff who are not on duty watch the server they chose, as communications would see it; everyone else has to be on duty. */
export function desktopPlace(user: CurrentUser, watched: number | undefined): DesktopPlace | null {
  if (user.duty) return { serverId: user.duty.serverId, unitClass: user.duty.unitClass, isOnDuty: true }
  if (watched === undefined || !isAllowed(staff, accessSubject(user))) return null
  return { serverId: watched, unitClass: UNIT_CLASS.Comms, isOnDuty: false }
}
