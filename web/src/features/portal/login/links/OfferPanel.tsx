import type { InvitationOffer } from '@tenfour/contract'
import { dateTime } from '../../../../platform/format/dates.ts'
import { Fact, Facts } from '../../../../ui/Facts.tsx'
import { LOGIN_PANEL } from '../LoginFrame.port.tsx'

/** The department, rank and whitelists of an invitation, the places left, and its end. */
export const OfferPanel = ({ offer: { department, rank, whitelists, placesLeft, expiresAt } }: { offer: InvitationOffer }) => (
  <section className={LOGIN_PANEL} aria-label="The invitation">
    <Facts>
      <Fact name="Department">{department?.fullName ?? 'None yet'}</Fact>
      {rank && <Fact name="Rank">{rank.rankName}</Fact>}
      {whitelists.length > 0 && <Fact name="Whitelist">{whitelists.map((each) => WHITELIST[each]).join(' and ')}</Fact>}
      <Fact name="Open for">{placesLeft === 1 ? 'one person' : `${placesLeft} people`}</Fact>
      <Fact name="Until">{dateTime(expiresAt)}</Fact>
    </Facts>
  </section>
)

const WHITELIST = { prod: 'Game servers', dev: 'Development servers' }
