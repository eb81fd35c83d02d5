import type { Member } from '@tenfour/contract'
import type { ComponentProps } from 'react'
import { MemberDiscordCard } from '../../features/community/links/MemberDiscordCard.port.tsx'
import { MemberPage } from '../../features/people/members/MemberPage.tsx'

const discordCard = ({ userId, name }: Member) => <MemberDiscordCard userId={userId} name={name} />

/** People must not depend on Discord, so what that knows of a member is passed in here. */
export const StaffMemberPage = (props: Pick<ComponentProps<typeof MemberPage>, 'changes'>) => (
  <MemberPage discord={discordCard} {...props} />
)
