import type { Features } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { addressChangesFeature } from './address-changes/address-changes.feature.ts'
import { announcementsFeature } from './announcements/announcements.feature.ts'
import { auditFeature } from './audit/audit.feature.ts'
import { authFeature } from './auth/auth.feature.ts'
import { callSignsFeature } from './call-signs/call-signs.feature.ts'
import { departmentsFeature } from './departments/departments.feature.ts'
import { departuresFeature } from './departures/departures.feature.ts'
import { invitationsFeature } from './invitations/invitations.feature.ts'
import { leavesFeature } from './leaves/leaves.feature.ts'
import { mailsFeature } from './mails/mails.feature.ts'
import { membersFeature } from './members/members.feature.ts'
import { noticesFeature } from './notices/notices.feature.ts'
import { passwordLinksFeature } from './password-links/password-links.feature.ts'
import { picturesFeature } from './pictures/pictures.feature.ts'
import { playersFeature } from './players/players.feature.ts'
import { rolesFeature } from './roles/roles.feature.ts'
import { sessionsFeature } from './sessions/sessions.feature.ts'
import { steamClaimsFeature } from './steam-claims/steam-claims.feature.ts'
import { userFilesFeature } from './user-files/user-files.feature.ts'
import { createAuthorize, type WatchGifts } from './users/users.authority.ts'
import { usersFeature } from './users/users.feature.ts'
import type { NewcomersConduct } from './users/users.port.ts'

type Deps = Pick<Parameters<typeof departmentsFeature>[0], 'withUnits'> &
  Pick<Parameters<typeof invitationsFeature>[0], 'pushWhitelists'> &
  Pick<Parameters<typeof departuresFeature>[0], 'withDutyEnded'> &
  Pick<Parameters<typeof steamClaimsFeature>[0], 'steam'> & {
    readonly watchGifts: WatchGifts
    readonly conduct: NewcomersConduct
  }

export type PeopleOptions = Partial<Pick<Deps, 'steam'>>

export function composePeople(platform: Platform, { add, happened, accountExport }: Features, deps: Deps) {
  const { withUnits, withDutyEnded, watchGifts, conduct, pushWhitelists, steam } = deps
  const authorize = createAuthorize(watchGifts)
  const { mails } = add(mailsFeature(platform))
  add(authFeature({ ...platform, mails }))
  add(sessionsFeature(platform))
  add(usersFeature({ ...platform, happened, exportParts: accountExport, authorize, mails }))
  add(passwordLinksFeature({ ...platform, happened, authorize, conduct, mails }))
  add(addressChangesFeature({ ...platform, happened, mails }))
  add(userFilesFeature({ ...platform, authorize }))
  add(rolesFeature({ ...platform, authorize }))
  add(steamClaimsFeature({ ...platform, happened, authorize, steam }))
  add(invitationsFeature({ ...platform, happened, authorize, conduct, pushWhitelists }))
  const { memberPictures } = add(picturesFeature(platform))
  const { ranks } = add(membersFeature({ ...platform, happened, authorize }))
  const { players } = add(playersFeature({ ...platform, authorize }))
  add(departuresFeature({ ...platform, happened, authorize, withDutyEnded }))
  const { leaves } = add(leavesFeature({ ...platform, happened }))
  add(auditFeature(platform))
  add(announcementsFeature({ ...platform, happened }))
  add(noticesFeature(platform))
  add(departmentsFeature({ ...platform, withUnits }))
  add(callSignsFeature(platform))
  return { memberPictures, ranks, leaves, mails, authorize, players }
}
