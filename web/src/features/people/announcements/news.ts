import type { Announcement } from '@tenfour/contract'

/** The audience id of announcements to everybody. */
export const EVERYBODY = 0

/**
 * Whether an audience's announcements differ from the member's list, so that the list has to be refetched. A dismissed one is missing from
 * the list and looks new.
 */
export function isNews(known: readonly Announcement[], announced: readonly Announcement[], departmentId: number, now: Date): boolean {
  const own = known.filter(({ department }) => (department?.departmentId ?? EVERYBODY) === departmentId)
  const current = announced.filter(({ expiresAt }) => expiresAt === null || new Date(expiresAt) > now)
  const isSame = (one: Announcement, other: Announcement) => one.announcementId === other.announcementId && one.version === other.version
  return own.length !== current.length || own.some((one) => !current.some((other) => isSame(one, other)))
}
