import type { Member, MemberChange } from '@tenfour/contract'
import { MemberDiscordCard } from '../../features/community/links/MemberDiscordCard.port.tsx'
import { MemberPage } from '../../features/people/members/MemberPage.tsx'
import { lazyComponent } from '../../platform/load/lazy-component.tsx'
import { CARD } from '../../platform/load/shapes.tsx'

const discordCard = ({ userId, name }: Member) => <MemberDiscordCard userId={userId} name={name} />

/** Fetched once something is about to change. */
const ChangesPreview = lazyComponent(
  async () => (await import('../../features/community/entitlements/ChangesPreview.port.tsx')).ChangesPreview,
  { what: 'What changes elsewhere', shape: CARD },
)
const changes = (change: MemberChange) => <ChangesPreview change={change} />

/** People must depend neither on Discord nor on the game, so what those know of a member, and what a change leads to there, is passed in here. */
export const StaffMemberPage = () => <MemberPage discord={discordCard} changes={changes} />
