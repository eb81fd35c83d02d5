import { accessSubject, isAllowed, staff, UNIT_CLASS, type CurrentUser, type UnitClass } from '@tenfour/contract'

/** Which desktop to show: that of the user's own unit, or an observer's view of a server. */
export type DesktopPlace = { readonly serverId: number; readonly unitClass: UnitClass; readonly isOnDuty: boolean }

/** Off-duty staff observe the server they selected, as communications; everyone else has to be on duty. */
export function desktopPlace(user: CurrentUser, watched: number | undefined): DesktopPlace | null {
  if (user.duty) return { serverId: user.duty.serverId, unitClass: user.duty.unitClass, isOnDuty: true }
  if (watched === undefined || !isAllowed(staff, accessSubject(user))) return null
  return { serverId: watched, unitClass: UNIT_CLASS.Comms, isOnDuty: false }
}
