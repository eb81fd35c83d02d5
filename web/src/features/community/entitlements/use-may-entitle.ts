import { accessSubject, admin, isAllowed, manageDiscord, type EntitlementGift, type EntitlementRole } from '@tenfour/contract'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'

/** Who may change what, as the server decides it: Discord roles without power by those who manage Discord, all else by an admin. */
export function useMayEntitle() {
  const subject = accessSubject(useSignedInUser())
  const [isAdmin, mayManage] = [isAllowed(admin, subject), isAllowed(manageDiscord, subject)]
  return {
    isAdmin,
    mayManage,
    mayChange: (gift: EntitlementGift, roles: readonly EntitlementRole[]): boolean =>
      isAdmin || (mayManage && gift.kind === 'discordRole' && roles.find(({ roleId }) => roleId === gift.roleId)?.isPowerful !== true),
  }
}
