import type { CurrentUser, InvitationOffer } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { setLandingNotice } from '../../../../platform/alert/alert.tsx'
import { dateTime } from '../../../../platform/format/dates.ts'
import { firstWord } from '../../../../platform/format/text.ts'
import { DEFAULT_RETURN_URL } from '../../../../platform/session/return-url.ts'
import { onSessionEnd } from '../../../../platform/session/session.ts'
import { getToken } from '../../../../platform/session/token.ts'
import { Fact, Facts } from '../../../../ui/Facts.tsx'
import { TextButton } from '../../../../ui/TextButton.tsx'
import { LoginForm } from '../LoginForm.tsx'
import { LOGIN_PANEL, LoginFrame, LoginHelp } from '../LoginFrame.port.tsx'
import { AcceptPanel } from './AcceptPanel.tsx'
import { JoinForm } from './JoinForm.tsx'
import { offerQuery } from './link.queries.ts'
import { LinkLoading, LinkProblem } from './LinkProblem.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

/** The page of an invitation: for someone new a form, for a member the offer to accept it. */
export function JoinPage({ code }: { code: string }) {
  // Not by the token alone: joining sets it, and the page that follows is another.
  const [isMember, setMember] = useState(() => getToken() !== null)
  useEffect(() => onSessionEnd(() => setMember(false)), [])
  /** The invitation was ended while its form was open. */
  const [refusal, setRefusal] = useState<unknown>(null)
  const { data, error, isFetching, refetch } = useQuery(offerQuery(code, isMember))
  if (refusal ?? (error && !data)) {
    const retry = () => {
      setRefusal(null)
      void refetch()
    }
    return <LinkProblem error={refusal ?? error} noun="invitation" isRetrying={isFetching} onRetry={retry} />
  }
  if (!data) return <LinkLoading />
  return <Offer code={code} offer={data} onSignedIn={() => setMember(true)} onRefused={setRefusal} onStale={refetch} />
}

type OfferProps = {
  code: string
  offer: InvitationOffer
  onSignedIn: () => void
  onRefused: (error: unknown) => void
  /** The code of conduct has changed since the page was opened. */
  onStale: () => Promise<unknown>
}

function Offer({ code, offer, onSignedIn, ...rest }: OfferProps) {
  const { communityName, member } = offer
  const navigate = useNavigate()
  const [isSigningIn, setSigningIn] = useState(false)
  const step = member ? 'accept' : isSigningIn ? 'sign-in' : 'join'
  const heading = useHeadingFocus(step)
  const enter = (words: string) => {
    setLandingNotice(words)
    return navigate({ href: DEFAULT_RETURN_URL, replace: true, ignoreBlocker: true })
  }
  const welcome = ({ name }: CurrentUser) => enter(`Welcome to ${communityName}, ${firstWord(name)}. You are signed in.`)
  return (
    <LoginFrame headingRef={heading} title={communityName} lead={`${offer.madeBy} invites you`}>
      <OfferPanel offer={offer} />
      {member ? (
        <AcceptPanel code={code} member={member} onAccepted={() => enter(`You accepted the invitation of ${offer.madeBy}.`)} {...rest} />
      ) : isSigningIn ? (
        <LoginForm onSignedIn={onSignedIn} />
      ) : (
        <JoinForm code={code} offer={offer} onJoined={welcome} {...rest} />
      )}
      {!member && (
        <LoginHelp>
          {isSigningIn ? 'New here? ' : 'Already a member? '}
          <TextButton onClick={() => setSigningIn(!isSigningIn)}>{isSigningIn ? 'Create an account' : 'Sign in to accept'}</TextButton>
        </LoginHelp>
      )}
    </LoginFrame>
  )
}

/** The department, rank and whitelists of an invitation, the places left, and its end. */
const OfferPanel = ({ offer: { department, rank, whitelists, placesLeft, expiresAt } }: { offer: InvitationOffer }) => (
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
